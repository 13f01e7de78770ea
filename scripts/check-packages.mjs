// Packs every public package as it would be published, then asks publint and attw about the tarball.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const out = mkdtempSync(join(tmpdir(), 'slime-pack-'));
let failures = 0;

function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  failures += 1;
  console.error(`FAIL ${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
}

try {
  for (const name of readdirSync('packages')) {
    const dir = join('packages', name);
    const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
    if (manifest.private) continue;
    const base = manifest.name.replace('@', '').replace('/', '-');
    const tarball = join(out, `${base}-${manifest.version}.tgz`);
    run('pnpm', ['pack', '--pack-destination', out], dir);
    run('publint', ['run', tarball, '--strict']);
    if (manifest.exports?.['.']) run('attw', [tarball, '--profile', 'esm-only', '--no-emoji']);
    console.log(`checked ${manifest.name}@${manifest.version}`);
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);
