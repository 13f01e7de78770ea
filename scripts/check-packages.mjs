// Packs every public package as it would be published and asks publint and attw about the tarball.
// Refuses run-time dependencies with an install script: pnpm stops a user's install at them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const out = mkdtempSync(join(tmpdir(), 'slime-pack-'));
let failures = 0;

function fail(text) {
  failures += 1;
  console.error(`FAIL ${text}`);
}

function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) fail(`${command} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}

/** Every package that an install of ours brings, with its scripts. */
function checkInstallScripts() {
  const seen = new Set();
  const visit = (dependencies = {}) => {
    for (const [name, node] of Object.entries(dependencies)) {
      if (seen.has(node.path) || !existsSync(node.path)) continue; // a build for another platform
      seen.add(node.path);
      const { scripts = {} } = JSON.parse(readFileSync(join(node.path, 'package.json'), 'utf8'));
      const script = ['preinstall', 'install', 'postinstall'].find((key) => key in scripts);
      if (script !== undefined)
        fail(`${name}@${node.version} has a ${script} script: ${scripts[script]}`);
      visit(node.dependencies);
      visit(node.optionalDependencies);
    }
  };
  const list = run('pnpm', ['ls', '--recursive', '--prod', '--depth', 'Infinity', '--json']);
  for (const project of JSON.parse(list)) {
    visit(project.dependencies);
    visit(project.optionalDependencies);
  }
  console.log(`checked ${seen.size} run-time dependencies for install scripts`);
}

try {
  checkInstallScripts();
  for (const name of readdirSync('packages')) {
    const dir = join('packages', name);
    const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
    if (manifest.private) continue;
    const tarball = join(out, `${manifest.name}-${manifest.version}.tgz`);
    run('pnpm', ['pack', '--pack-destination', out], dir);
    run('publint', ['run', tarball, '--strict']);
    if (manifest.exports?.['.']) run('attw', [tarball, '--profile', 'esm-only', '--no-emoji']);
    console.log(`checked ${manifest.name}@${manifest.version}`);
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);
