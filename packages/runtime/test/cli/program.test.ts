import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testFiles } from './run-cli.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
// Below the package's own modules, so that the bundle finds its dependencies.
const dir = join(root, `node_modules/.slime-program-${randomUUID()}`);

beforeAll(async () => {
  await mkdir(dir, { recursive: true });
  await build({
    input: join(root, 'src/cli.ts'),
    platform: 'node',
    logLevel: 'silent',
    resolve: { conditionNames: ['slime-source', 'import', 'node', 'default'] },
    external: (id) => /^(?!\.|\/|slime-sdk)|(rollout|engine)-command\.ts$/.test(id),
    output: { dir, format: 'esm' },
  });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function start(...argv: string[]): ReturnType<typeof spawn> {
  return spawn(process.execPath, [join(dir, 'cli.js'), ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('the program', () => {
  it('writes all it has to say before it exits with its code', async () => {
    const file = await testFiles({ 'samples.jsonl': '{}\n'.repeat(5000) });
    const child = start('check', file('samples.jsonl'));
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    const [out, err, [code]] = await Promise.all([
      text(stdout),
      text(stderr),
      once(child, 'close'),
    ]);
    expect(out.split('\n')).toHaveLength(5002);
    expect(out.endsWith('\n5000 samples, 5000 findings in 5000 of them\n')).toBe(true);
    expect([err, code]).toEqual(['', 1]);
  });

  it('ends quietly when its reader leaves', async () => {
    const file = await testFiles({ 'samples.jsonl': '{}\n'.repeat(20_000) });
    const child = start('check', file('samples.jsonl'));
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    stdout.once('data', () => stdout.destroy());
    const [err, [code]] = await Promise.all([text(stderr), once(child, 'close')]);
    expect([err, code]).toEqual(['', 1]);
  });

  it('says who ended the process before it was done, and exits with 1', async () => {
    const file = await testFiles({
      'rm.ts': 'export default (args, sample) => process.exit(0);\n',
      'rows.jsonl': '{"response":"a","label":"b"}\n',
    });
    const child = start('grade', '--custom-rm-path', file('rm.ts'), '--input', file('rows.jsonl'));
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    const [out, err, [code]] = await Promise.all([
      text(stdout),
      text(stderr),
      once(child, 'close'),
    ]);
    expect([out, code]).toEqual(['', 1]);
    expect(err).toMatch(
      /^slime-runtime: a plugin ended the process, with code 0, .* \(.*\/rm\.ts:1:\d+\)\. /,
    );
  });
});
