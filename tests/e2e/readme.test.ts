import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSamples } from './read-run.ts';
import {
  blockWith,
  type CodeBlock,
  createReadmeProject,
  readBlocks,
  type ReadmeProject,
} from './readme-project.ts';
import { startEngine } from './start-engine.ts';

const TIMEOUT = { timeout: 120_000 };

const main = await readBlocks('README.md');
const sdk = await readBlocks('packages/sdk/README.md');
const runtime = await readBlocks('packages/runtime/README.md');
const geo3k = await readBlocks('packages/env-geo3k/README.md');

/** What a run of the project wrote; there is one. */
async function runFolder({ dir }: ReadmeProject): Promise<string> {
  const [run, ...more] = await readdir(join(dir, 'runs'));
  if (run === undefined || more.length > 0) throw new Error('expected one run');
  return join(dir, 'runs', run);
}

/** Runs commands that must succeed, and gives the folder of the run. */
async function runs(project: ReadmeProject, commands: string): Promise<string> {
  const { code, stderr } = await project.shell(commands);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return runFolder(project);
}

/** The rows that the commands of the packages' READMEs speak of. */
const ROWS = [1, 2, 3].map((n) => `${JSON.stringify({ problem: `Say ${n}.`, answer: `${n}` })}\n`);

describe('every example in TypeScript', () => {
  it.each<[string, CodeBlock[], string[]]>([
    ['README.md', main, ['env.ts']],
    [
      'packages/sdk/README.md',
      sdk,
      ['env.ts', 'rm.ts', 'group-rm.ts', 'looks-env.ts', 'composed-rm.ts', 'ask.ts'],
    ],
    ['packages/runtime/README.md', runtime, ['two-looks.ts', 'draft-and-final.ts']],
    ['packages/env-geo3k/README.md', geo3k, ['one-turn.ts']],
  ])('of %s has a name and compiles', TIMEOUT, async (_file, blocks, expected) => {
    const project = await createReadmeProject();
    const names = await project.writeNamed(blocks);
    expect(names).toEqual(expected);
    expect(names).toHaveLength(blocks.filter(({ language }) => language === 'ts').length);
    expect(await project.typecheck()).toBe('');
  });
});

describe('the guessing game of README.md', () => {
  it('runs on the built-in engine as it says', TIMEOUT, async () => {
    const project = await createReadmeProject();
    await project.writeNamed(main);
    const samples = await readSamples(await runs(project, blockWith(main, 'printf')));
    expect(samples.map(({ label }) => label)).toEqual([42, 42, 42, 42]);
    expect(samples.every(({ reward }) => reward === 0 || reward === 1)).toBe(true);
  });

  it('runs against a router as it says', TIMEOUT, async () => {
    const project = await createReadmeProject();
    await project.writeNamed(main);
    await project.write('rows.jsonl', '{"input": "Guess a number below 100.", "label": 42}\n');
    await project.write(
      'policy.ts',
      `import { definePolicy } from 'slime-sdk';
      export default definePolicy({
        name: 'halving',
        build: () => ({ text }) => {
          let [low, high] = [0, 99];
          for (const [, guess, told] of text.matchAll(/<(\\d+)>[^]*?(Higher|Lower)/g)) {
            if (told === 'Higher') low = Number(guess) + 1;
            else high = Number(guess) - 1;
          }
          return \`<\${Math.floor((low + high) / 2)}>\`;
        },
      });\n`,
    );
    const engine = await startEngine(['--policy', join(project.dir, 'policy.ts')]);
    try {
      const command = blockWith(main, '--sglang-router-ip')
        .replace('  --hf-checkpoint /models/Qwen3-8B \\\n', '')
        .replace('--sglang-router-port 30000', `--sglang-router-port ${engine.port}`);
      const samples = await readSamples(await runs(project, command));
      expect(samples.map(({ reward }) => reward)).toEqual([1, 1, 1, 1]);
    } finally {
      await engine.stop();
    }
  });

  it('blames a label that is no number on the data', TIMEOUT, async () => {
    const project = await createReadmeProject();
    await project.writeNamed(main);
    const command = blockWith(main, 'printf').replace('"label": 42', '"label": "x"');
    const { code, stdout } = await project.shell(command);
    expect(code).toBe(1);
    expect(stdout).toMatch(/data_failed\/buildEnv.* 4\n.*x is no whole number/);
  });
});

describe('the drawers of the packages', () => {
  it('run with their reward, and with the one for groups', TIMEOUT, async () => {
    for (const more of ['', ' --custom-rm-path ./group-rm.ts --group-rm']) {
      const project = await createReadmeProject();
      await project.writeNamed(sdk);
      await project.write('rows.jsonl', ROWS.join(''));
      const command = blockWith(runtime, '--custom-rm-path ./rm.ts').trimEnd();
      const samples = await readSamples(await runs(project, `${command}${more}\n`));
      expect(samples.map(({ status }) => status === 'failed')).toEqual([false, false, false]);
    }
  });

  it('run as a package', TIMEOUT, async () => {
    const project = await createReadmeProject();
    const name = 'node_modules/slime-env-drawers';
    await project.write(`${name}/package.json`, blockWith(runtime, '"slime-env-drawers"'));
    await project.write(`${name}/env.ts`, blockWith(sdk, '// env.ts'));
    await project.write(`${name}/rm.ts`, blockWith(sdk, '// rm.ts'));
    await project.write(`${name}/rows.jsonl`, ROWS.join(''));
    const samples = await readSamples(
      await runs(
        project,
        'npx slime-runtime rollout --rollout-interaction-env-path slime-env-drawers',
      ),
    );
    expect(samples.map(({ label }) => label)).toEqual(['1', '2', '3']);
  });
});

describe('the models that slime-sdk asks', () => {
  it('judge for the composed reward, and answer', TIMEOUT, async () => {
    const keys = new Set<string | undefined>();
    const server = createServer((request, response) => {
      keys.add(request.headers.authorization);
      const content = '{"reasoning": "clear", "score": 5}';
      response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const project = await createReadmeProject();
      await project.writeNamed([...sdk, ...runtime]);
      await project.write('rows.jsonl', ROWS.join(''));
      const judge = `export JUDGE_URL=http://127.0.0.1:${port}/v1 JUDGE_KEY=planted-key\n`;
      const command = blockWith(runtime, '--custom-rm-path ./rm.ts').replace(
        './rm.ts',
        './composed-rm.ts --reward-key score',
      );
      const samples = await readSamples(await runs(project, judge + command));
      expect(samples).toHaveLength(3);
      for (const { reward } of samples) {
        expect(reward).toMatchObject({ clear: 0.5, 'clear/variance': 0, 'clear/judgements': 3 });
      }
      await project.write('ask.mjs', blockWith(sdk, '// ask.ts'));
      const { stdout } = await project.shell(`${judge}"${process.execPath}" ask.mjs`);
      expect(stdout).toMatch(/"score": 5\} \{\s+requests: 1,/);
      expect([...keys]).toEqual(['Bearer planted-key']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('the generate functions of slime-runtime', () => {
  it.each([
    ['two-looks.ts', 1],
    ['draft-and-final.ts', 2],
  ])('%s gives %i sample a row', TIMEOUT, async (file, each) => {
    const project = await createReadmeProject();
    await project.writeNamed([...sdk, ...runtime]);
    await project.write('rows.jsonl', ROWS.join(''));
    const command = blockWith(runtime, '--custom-rm-path ./rm.ts').replace(
      '--rollout-interaction-env-path ./env.ts',
      `--custom-generate-function-path ./${file}`,
    );
    const samples = await readSamples(await runs(project, command));
    expect(samples).toHaveLength(3 * each);
    expect(samples.every(({ status }) => status !== 'failed')).toBe(true);
  });
});

describe('the geometry environment', () => {
  it('answers one turn as its README shows', TIMEOUT, async () => {
    const project = await createReadmeProject();
    const code = blockWith(geo3k, '// one-turn.ts');
    await project.write('one-turn.mjs', `${code}console.log(JSON.stringify(messages));\n`);
    const { stdout, stderr } = await project.shell(`"${process.execPath}" one-turn.mjs`);
    expect(stderr).toBe('');
    const [{ content }] = JSON.parse(stdout);
    expect(content).toMatch(/^calc_score gave 1\.0: this matches/);
    expect(code).toContain(`content: 'calc_score gave 1.0: this matches`);
  });

  it('runs by its name alone', TIMEOUT, async () => {
    const project = await createReadmeProject();
    const output = await runs(project, blockWith(geo3k, 'npx slime-runtime rollout'));
    expect(await readSamples(output)).toHaveLength(96);
  });
});

describe('the README.md', () => {
  it('names every file that a run writes', TIMEOUT, async () => {
    const project = await createReadmeProject();
    await project.writeNamed(main);
    const output = await runs(project, blockWith(main, 'printf'));
    const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const named = [...text.matchAll(/^\| `(\w+\.jsonl?)`/gm)].map(([, name]) => name);
    for (const file of await readdir(output)) expect(named).toContain(file);
  });
});
