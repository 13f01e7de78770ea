import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createProject } from './project.ts';

vi.setConfig({ testTimeout: 60_000 });

const run = promisify(execFile);
const BIN = fileURLToPath(
  new URL('../../packages/contracts/bin/slime-contracts.js', import.meta.url),
);
const HOOK = new URL('./log-imports.mjs', import.meta.url).href;
const sourceMap = z.object({ sources: z.array(z.string()) });

/** Our own source files that are in a built file. */
async function sourcesOf(url: string): Promise<string[]> {
  if (!url.startsWith('file:') || !url.includes('/packages/')) return [];
  const map = `${fileURLToPath(url)}.map`;
  if (!existsSync(map)) return [];
  return sourceMap.parse(JSON.parse(await readFile(map, 'utf8'))).sources;
}

it('imports no engine, tokenizer, pictures or HTTP on the path of a reward', async () => {
  const project = await createProject({
    'rm.ts': 'export default (args, sample) => (sample.response === sample.label ? 1 : 0);\n',
  });
  try {
    const log = join(project.dir, 'imports.txt');
    const args = ['--custom-rm-path', './rm.ts', '--runs', '20', '--seed', '1'];
    await run(process.execPath, [BIN, ...args], {
      cwd: project.dir,
      env: { ...process.env, NODE_OPTIONS: `--import=${HOOK}`, SLIME_IMPORT_LOG: log },
    });
    const urls = [...new Set((await readFile(log, 'utf8')).split('\n').filter(Boolean))];
    // The command and its child were both seen.
    expect(urls.some((url) => url.endsWith('/dist/cli.js'))).toBe(true);
    expect(urls.some((url) => url.endsWith('/suite-program.js'))).toBe(true);
    expect(urls.filter((url) => /node:(http|https|http2|net|tls)$/.test(url))).toEqual([]);
    expect(urls.filter((url) => /\/(undici|sharp|tokenizers|hyparquet[\w-]*)\//.test(url))).toEqual(
      [],
    );
    const sources = (await Promise.all(urls.map(sourcesOf))).flat();
    expect(sources.some((source) => source.includes('suites/rm/'))).toBe(true);
    expect(
      sources.filter((source) => /\/(tokens|vision|engine|rollout\/tape)\//.test(source)),
    ).toEqual([]);
  } finally {
    await project.remove();
  }
});

it('loads HTTP when a model is asked, not with the modules that could ask', async () => {
  const project = await createProject({
    'look.mjs': `import 'slime-sdk';
import 'slime-sdk/rewards';
import { LlmClient } from 'slime-sdk/llm';
new LlmClient({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' });
`,
  });
  try {
    const log = join(project.dir, 'imports.txt');
    await run(process.execPath, ['look.mjs'], {
      cwd: project.dir,
      env: { ...process.env, NODE_OPTIONS: `--import=${HOOK}`, SLIME_IMPORT_LOG: log },
    });
    const urls = (await readFile(log, 'utf8')).split('\n').filter(Boolean);
    expect(urls.some((url) => url.endsWith('/dist/llm/index.js'))).toBe(true);
    expect(urls.filter((url) => /undici|node:(http|https|http2|net|tls)$/.test(url))).toEqual([]);
  } finally {
    await project.remove();
  }
});
