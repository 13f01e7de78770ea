import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAWS, OWN_LAWS } from './contracts-laws.ts';
import { runContractsCli, startContracts } from './contracts-run.ts';
import { createProject, type Project } from './project.ts';
import { QWEN3 } from './recorded-data.ts';
import { runCli } from './run-cli.ts';

const GOOD = `export const customRm = (args, sample) =>
  typeof sample.label === 'string' && sample.response.trim() === sample.label ? 1 : 0;\n`;
const GROUP = `export const batchedCustomRm = (args, samples) => samples.map(() => 0);\n`;
const ENV = `
export function buildEnv({ args }) {
  let total = 0;
  return {
    reset() {
      total = 0;
      return {};
    },
    step(text, { turn }) {
      total += text.length;
      return { observation: { text: \`\${args.greeting ?? 'hello'}: \${total}\` }, done: turn >= 2 };
    },
    formatObservation: ({ text }) => ({ role: 'user', content: text }),
    close() {},
  };
}
`;
const FILTER = `export const dynamicSamplingFilter = (args, group) => group.length > 0;\n`;

/** Tells what the world of a check is, by falling short. */
const TELLS = `
import { examination } from 'slime-contracts';

const text = { why: 'It is a test.', fix: 'None.', source: 'here', faults: [], requires: [] };

export const laws = [
  examination({
    ...text,
    id: 'rm/own-rows',
    title: 'it tells of the rows',
    examine({ world }, trial) {
      const rows = world.rows.map(({ prompt, label, metadata }) => ({ prompt, label, metadata }));
      trial.fail({ expected: 'rows', got: JSON.stringify(rows) });
    },
  }),
  examination({
    ...text,
    id: 'rm/own-encoder',
    title: 'it tells of the encoder',
    async examine({ world }, trial) {
      const encoder = await world.encoder();
      const templates = await world.templates();
      trial.fail({ expected: 'an encoder', got: encoder.vocabSize + ' ' + templates.length });
    },
  }),
  examination({
    ...text,
    id: 'rm/own-config',
    title: 'it tells of the arguments',
    examine({ world }, trial) {
      trial.fail({ expected: 'a config', got: JSON.stringify([world.config, world.args.max_turns]) });
    },
  }),
];
`;

let project: Project;

beforeAll(async () => {
  project = await createProject({
    'rm.ts': GOOD,
    'group.ts': GROUP,
    'env.ts': ENV,
    'filter.ts': FILTER,
    'laws.js': LAWS,
    'tells.js': TELLS,
    'config.yaml': 'max_turns: 5\ngreeting: moin\n',
    'rows.jsonl': [
      { question: 'One and one?', solution: '2', extra: { level: 1 } },
      { question: 'The capital of France?', solution: 'Paris', extra: { level: 2 } },
    ],
  });
});

afterAll(() => project.remove());

/** Runs the program; the words of a line, then further ones. */
function run(line: string, ...more: string[]): ReturnType<typeof runContractsCli> {
  return runContractsCli([...line.split(' '), ...more], { cwd: project.dir });
}

/** What a law of {@link TELLS} tells. */
async function tell(id: string, line = '', ...more: string[]): Promise<string> {
  const call = `--custom-rm-path ./rm.ts --laws ./tells.js --only ${id} ${line}`.trim();
  const { report } = await run(call, ...more);
  return report?.plugins[0]?.checks[0]?.failure?.got ?? '';
}

const DATA =
  '--prompt-data rows.jsonl --input-key question --label-key solution --metadata-key extra';
const FINITE = '--only rm/finite --runs 20';

describe.concurrent('slime-contracts', () => {
  it('checks several plugins in one run', { timeout: 60_000 }, async () => {
    const { code, report, stdout } = await run(
      '--rollout-interaction-env-path ./env.ts --custom-rm-path ./rm.ts ' +
        '--dynamic-sampling-filter-path ./filter.ts --runs 20 --seed 3 ' +
        '--only env/settles rm/finite dynamic-filter/result',
    );
    expect(
      report?.plugins.map(({ kind, checks }) => [kind, checks[0]?.id, checks[0]?.outcome]),
    ).toEqual([
      ['env', 'env/settles', 'held'],
      ['rm', 'rm/finite', 'held'],
      ['dynamicFilter', 'dynamic-filter/result', 'held'],
    ]);
    expect(stdout).toContain('Held: 3 held');
    expect(code).toBe(0);
  });

  it('takes a reward for groups under --group-rm, and no other', { timeout: 60_000 }, async () => {
    const only = '--only rm/count --runs 20';
    const group = await run(`--custom-rm-path ./group.ts --group-rm ${only}`);
    expect([group.code, group.outcomes]).toEqual([0, { 'rm/count': 'held' }]);
    const single = await run(`--custom-rm-path ./rm.ts --group-rm ${only}`);
    expect(single.code).toBe(2);
    expect(single.stdout).toContain('--group-rm needs a reward for whole groups');
    const without = await run(`--custom-rm-path ./group.ts ${only}`);
    expect(without.code).toBe(2);
    expect(without.stdout).toContain('add --group-rm');
  });

  it('reads rows by the keys that are named', { timeout: 60_000 }, async () => {
    expect(JSON.parse(await tell('rm/own-rows', DATA))).toEqual([
      { prompt: 'One and one?', label: '2', metadata: { level: 1 } },
      { prompt: 'The capital of France?', label: 'Paris', metadata: { level: 2 } },
    ]);
    expect(await tell('rm/own-rows')).toBe('[]');
  });

  it('says which row cannot be read', { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await run(
      '--custom-rm-path ./rm.ts --prompt-data rows.jsonl --input-key nothing',
    );
    expect(code).toBe(2);
    expect(stdout + stderr).toMatch(/rows\.jsonl.*"nothing"/);
  });

  it('reads --custom-config-path, and flags stand above it', { timeout: 60_000 }, async () => {
    const config = '--custom-config-path config.yaml';
    expect(await tell('rm/own-config', config)).toBe('[{"greeting":"moin"},5]');
    expect(await tell('rm/own-config', `${config} --max-turns 2`)).toBe('[{"greeting":"moin"},2]');
  });

  it(
    'uses the checkpoint that is named, else the built-in ones',
    { timeout: 60_000 },
    async (context) => {
      const [size = 0, templates = 0] = (await tell('rm/own-encoder')).split(' ').map(Number);
      expect(templates).toBeGreaterThan(1);
      context.skip(!existsSync(QWEN3), 'the Qwen3 vocabulary is not installed');
      const named = await tell('rm/own-encoder', '--timeout 1', '--hf-checkpoint', QWEN3);
      const [namedSize = 0, namedTemplates] = named.split(' ').map(Number);
      expect(namedSize).toBeGreaterThan(150_000);
      expect(namedSize).not.toBe(size);
      expect(namedTemplates).toBe(1);
    },
  );

  it('replays the episodes of a run', { timeout: 60_000 }, async () => {
    const env = '--rollout-interaction-env-path ./env.ts';
    const data = `${DATA} --apply-chat-template --max-turns 3`;
    const sizes = '--rollout-max-response-len 400 --n-samples-per-prompt 2 --output run';
    const call = `rollout ${env} --custom-rm-path ./rm.ts ${data} ${sizes}`;
    const rollout = await runCli(call.split(' '), { cwd: project.dir });
    expect([rollout.code, rollout.code === 0 ? '' : rollout.stderr]).toEqual([0, '']);
    const replay = `${env} ${data} --from-trace run/turns.jsonl --only env/traces`;
    const same = await run(replay);
    expect([same.code, same.outcomes]).toEqual([0, { 'env/traces': 'held' }]);
    const changed = await run(`${replay} --custom-config-path config.yaml`);
    expect([changed.code, changed.outcomes]).toEqual([1, { 'env/traces': 'fell_short' }]);
    const failure = changed.report?.plugins[0]?.checks[0]?.failure;
    expect([failure?.expected, failure?.got].join()).toMatch(/hello: .*moin: /s);
  });

  it.each([
    ['rm.js', GOOD],
    ['rm.mjs', GOOD],
    ['rm.cjs', 'module.exports = { customRm: () => 0 };\n'],
    [
      'rm.mts',
      `import type { CustomRM } from 'slime-sdk';\nexport const customRm: CustomRM = () => 0;\n`,
    ],
    ['rm.cts', 'const zero: number = 0;\nmodule.exports = { customRm: () => zero };\n'],
    ['named.ts', 'export const one = (): number => 1;\n', '#one'],
    ['with space & é.ts', 'export default (): number => 0;\n'],
  ])('loads %s without configuration', { timeout: 60_000 }, async (name, source, exported = '') => {
    await writeFile(join(project.dir, name), source);
    const { code, outcomes, report } = await run(
      FINITE,
      '--custom-rm-path',
      `./${name}${exported}`,
    );
    expect([code, outcomes]).toEqual([0, { 'rm/finite': 'held' }]);
    const { reached = 0, total = 0 } = report?.plugins[0]?.branches ?? {};
    expect(reached).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(reached);
  });

  it(
    'finds plugins of packages by name, and a package by its folder',
    { timeout: 60_000 },
    async () => {
      const named = await run(`--custom-rm-path slime-env-geo3k --label-key answer ${FINITE}`);
      expect([named.code, named.outcomes]).toEqual([0, { 'rm/finite': 'held' }]);
      const installed = await run(`slime-env-geo3k --runs 20 --only rm/finite env/settles`);
      expect(installed.outcomes).toEqual({ 'env/settles': 'held', 'rm/finite': 'held' });
      await mkdir(join(project.dir, 'own', 'src'), { recursive: true });
      await writeFile(join(project.dir, 'own', 'src', 'rm.ts'), GOOD);
      const slime = { reward: './src/rm.ts' };
      await writeFile(
        join(project.dir, 'own', 'package.json'),
        JSON.stringify({ name: 'own', version: '1.0.0', type: 'module', slime }),
      );
      const folder = await run(`./own ${FINITE}`);
      expect(folder.outcomes).toEqual({ 'rm/finite': 'held' });
    },
  );

  it(
    'gives its own report under --isolation inline, with what the plugin wrote in it',
    { timeout: 60_000 },
    async () => {
      const source = "export default () => {\n  console.log('a word');\n  return 1;\n};\n";
      await writeFile(join(project.dir, 'loud.js'), source);
      const { code, stdout, report } = await run(
        '--custom-rm-path ./loud.js --isolation inline',
        ...OWN_LAWS,
      );
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^\nReward function .*loud\.js\n {2}✓ rm\/own-attack .*\n {2}✓ rm\/own-next /,
      );
      expect(report?.plugins[0]?.output[0]).toBe('a word');
    },
  );

  it('has not held when --only names no law of --laws', { timeout: 60_000 }, async () => {
    const line = '--custom-rm-path ./rm.ts --laws ./laws.js --only rm/own-next rm/own-nothing';
    const { code, stderr } = await run(line);
    expect(code).toBe(2);
    expect(stderr).toContain('only rm/own-nothing: no check of what is named has this id');
  });

  it('ends when the reader of its output is gone', { timeout: 60_000 }, async () => {
    const line = `--custom-rm-path ./rm.ts ${FINITE}`;
    const { child, done } = startContracts(line.split(' '), { cwd: project.dir });
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { code, stderr } = await done;
    expect([code, stderr]).toEqual([0, '']);
  });

  it('gives the same inputs and results whatever runs beside it', { timeout: 60_000 }, async () => {
    const source = 'export default (args, { response }) => (response.length > 20 ? NaN : 0);\n';
    await writeFile(join(project.dir, 'long.js'), source);
    const line = '--custom-rm-path ./long.js --only rm/finite --seed 11';
    const reports = await Promise.all([1, 2, 3].map(() => run(line)));
    const failures = reports.map(({ report }) => report?.plugins[0]?.checks[0]?.failure);
    expect(failures[0]?.replay).toMatch(/^11:\d+/);
    expect(failures[1]).toEqual(failures[0]);
    expect(failures[2]).toEqual(failures[0]);
  });

  it('writes reports to files, each in its form', { timeout: 60_000 }, async () => {
    const line = `--custom-rm-path ./rm.ts ${FINITE} --reporter junit=out.xml html=out.html`;
    const { code, stdout } = await startContracts(line.split(' '), { cwd: project.dir }).done;
    expect([code, stdout]).toEqual([0, '']);
    expect(await readFile(join(project.dir, 'out.xml'), 'utf8')).toContain('<testsuites');
    expect(await readFile(join(project.dir, 'out.html'), 'utf8')).toMatch(/^<!doctype html>/i);
  });
});
