import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ContractsOptions,
  type Failure,
  type Report,
  reportSchema,
  runContracts,
} from 'slime-contracts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const LAWS = fileURLToPath(new URL('./plugins/laws.ts', import.meta.url));
const OWN = ['rm/own-small', 'rm/own-after', 'rm/own-rare', 'rm/own-last'];

/** Runs the laws of this test over a reward written here. */
async function check(source: string, options: Partial<ContractsOptions> = {}): Promise<Report> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-contracts-test-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'rm.ts'), source);
  return reportSchema.parse(
    await runContracts({
      args: { custom_rm_path: './rm.ts' },
      cwd: dir,
      laws: LAWS,
      only: OWN,
      seed: 7,
      timeout: 1,
      ...options,
    }),
  );
}

/** Outcomes by id. */
function outcomes({ plugins }: Report): Record<string, string> {
  return Object.fromEntries(plugins.flatMap(({ checks }) => checks.map((c) => [c.id, c.outcome])));
}

function failureOf({ plugins }: Report, id: string): Failure {
  const failure = plugins.flatMap(({ checks }) => checks).find((c) => c.id === id)?.failure;
  if (failure === undefined || failure === null) throw new Error(`${id} did not fail`);
  return failure;
}

const ECHO = `export default (args, sample) => {
  const n = Number(sample.response);
`;

describe('a run of contracts', () => {
  it('says how each check came out, and why', async () => {
    const report = await check(`${ECHO}return n; };`);
    expect(outcomes(report)).toEqual({
      'rm/own-small': 'held',
      'rm/own-after': 'held',
      'rm/own-rare': 'not_exercised',
      'rm/own-last': 'held',
    });
    expect(report.verdict).toBe('fell_short');
    expect(report.plugins[0]?.checks[2]?.reason).toMatch(/met in \d of 1000 cases/);
  });

  it('shrinks a failing input, blocks what depends on it, and replays it', async () => {
    const source = `${ECHO}return n > 4711 ? -1 : n; };`;
    const report = await check(source);
    expect(outcomes(report)).toMatchObject({
      'rm/own-small': 'fell_short',
      'rm/own-after': 'blocked',
      'rm/own-last': 'held',
    });
    const failure = failureOf(report, 'rm/own-small');
    expect(failure).toMatchObject({ input: '{\n  "n": 4712\n}', expected: '4712', got: '-1' });
    const replay = failure.replay ?? '';
    expect(failure).toMatchObject({
      command: expect.stringContaining(`--only rm/own-small --replay ${replay}`),
    });
    const again = await check(source, { only: ['rm/own-small'], replay });
    expect(failureOf(again, 'rm/own-small')).toMatchObject({ input: '{\n  "n": 4712\n}', replay });
    expect(again.plugins[0]?.checks[0]?.cases).toBe(1);
  });

  it('leaves out what is to be skipped, and says why', async () => {
    const report = await check(`${ECHO}return n; };`, {
      skip: { 'rm/own-rare': 'rare by design' },
      args: { custom_rm_path: './rm.ts', reward_key: 'never' },
    });
    const reasons = report.plugins[0]?.checks.map(({ outcome, reason }) => [outcome, reason]);
    expect(reasons?.slice(2)).toEqual([
      ['skipped', 'rare by design'],
      ['not_applicable', 'a reward key'],
    ]);
  });

  it('keeps what the plugin writes out of its own output', async () => {
    const report = await check(`${ECHO}console.log('n is', n); return n; };`, { runs: 3 });
    expect(report.plugins[0]?.output[0]).toMatch(/^n is \d+$/);
  });
});

describe('a plugin that ends or holds its process', () => {
  const when = (what: string): string =>
    `const kept = [];\n${ECHO}if (n > 50_000) { ${what} } return n; };`;

  it.each([
    ['loops for ever', 'while (true);', 'held the event loop for more than 1 s'],
    ['exits', 'process.exit(3);', 'ended the process (exit code 3)'],
    [
      'allocates without end',
      'for (;;) kept.push(new Array(1e6).fill(n));',
      'ran out of memory: more than 1024 MB of heap',
    ],
    ['kills itself', "process.kill(process.pid, 'SIGKILL');", 'ended the process (SIGKILL)'],
  ])('%s costs the check that ran, and no other', async (_what, code, reason) => {
    const report = await check(when(code), { timeout: code.includes('push') ? 30 : 1 });
    expect(outcomes(report)).toMatchObject({
      'rm/own-small': 'fell_short',
      'rm/own-after': 'blocked',
      'rm/own-last': 'held',
    });
    const failure = failureOf(report, 'rm/own-small');
    expect(failure).toMatchObject({ got: `the plugin ${reason}`, expected: 'reward returns' });
    const input = failure.input ?? '';
    expect(JSON.parse(input).n).toBeGreaterThan(50_000);
  });

  it.each([
    ['never settles', 'return new Promise(() => {});', 'a promise that did not settle'],
    ['throws what is no error', 'throw null;', 'threw null'],
    ['throws', "throw new Error('no');", 'threw Error: no (', 'rm.ts:4:'],
  ])('%s is named', async (_what, code, ...got) => {
    const failure = failureOf(await check(when(code)), 'rm/own-small');
    for (const part of got) expect(failure).toMatchObject({ got: expect.stringContaining(part) });
  });

  it('throws where nobody waits', async () => {
    const report = await check(when("Promise.reject(new Error('lost'));"));
    expect(failureOf(report, 'rm/own-small')).toMatchObject({
      got: expect.stringContaining('threw Error: lost'),
    });
  });
});

describe('a failure that its one case does not repeat', () => {
  it.each([
    ['needs the calls before it', 'calls > 50'],
    ['comes by chance', 'Math.random() < 0.01'],
  ])('since it %s names the command of the whole run', async (_what, when) => {
    const source = `let calls = 0;\n${ECHO}calls += 1; return ${when} ? -1 : n; };`;
    const report = await check(source, { runs: 2000 });
    const failure = failureOf(report, 'rm/own-small');
    expect(failure.command).toMatch(/--only rm\/own-small --runs 2000 --seed 7$/);
    expect(failure).toMatchObject({
      replay: null,
      note: expect.stringContaining('the case alone did not fail again'),
    });
  });

  it('is told as held and not repeated when it is replayed', async () => {
    const report = await check(`${ECHO}return n; };`, { only: ['rm/own-small'], replay: '7:3:1' });
    expect(report.plugins[0]?.checks[0]).toMatchObject({
      outcome: 'held',
      reason: 'the failure did not repeat',
    });
  });

  it('is refused where the case is beyond those of a run', async () => {
    const replay = '7:9999999:3';
    await expect(check(`${ECHO}return n; };`, { replay })).rejects.toThrow(
      /--replay 7:9999999:3: a run of 1000 cases has none of number 9999999/,
    );
  });
});

describe('arguments of a run that would not begin', () => {
  it.each([
    [{ chat_template: 'none.jinja' }, /^--chat-template none.jinja: no such file/],
    [{ chat_template: '.' }, /^--chat-template \.: no such file/],
    [{ hf_checkpoint: './none' }, /^--hf-checkpoint .\/none: no such folder/],
    [{ hf_checkpoint: 'rm.ts' }, /^--hf-checkpoint rm.ts: no such folder/],
  ])('are refused also where the plugin reads no tokens: %j', async (args, message) => {
    const source = `${ECHO}return n; };`;
    await expect(check(source, { args: { custom_rm_path: './rm.ts', ...args } })).rejects.toThrow(
      message,
    );
  });
});

describe('a plugin that takes what all code needs', () => {
  it('by opening files without end is told so', async () => {
    const report = await check(
      `import { openSync } from 'node:fs';\n${ECHO}for (;;) openSync('/dev/null', 'r'); };`,
      { timeout: 20 },
    );
    expect(report.verdict).toBe('fell_short');
    expect(failureOf(report, 'rm/own-small').got).toMatch(/EMFILE: too many open files/);
  });

  it('by buffers that it never touches is told so', async () => {
    const report = await check(`${ECHO}return Buffer.alloc(3e9) && n; };`, { timeout: 20 });
    expect(failureOf(report, 'rm/own-small')).toMatchObject({
      expected: 'reward holds less than 2048 MB of memory',
      got: 'buffers of 3.0 GB',
    });
  });

  it.each([
    ['JSON.stringify = () => { throw new Error("x"); };', 'JSON.stringify was replaced'],
    ['Array.prototype.map = () => [];', 'Array.prototype.map was replaced'],
    ['delete Object.prototype.toString;', 'Object.prototype.toString was deleted'],
  ])('by %s fails the check that ran, which held so far', async (code, got) => {
    const report = await check(`${ECHO}${code} return n; };`);
    expect(outcomes(report)).toMatchObject({
      'rm/own-small': 'fell_short',
      'rm/own-after': 'blocked',
      'rm/own-last': 'fell_short',
    });
    expect(failureOf(report, 'rm/own-small')).toMatchObject({ got });
  });

  it.each([
    ["process.env.OWN_API_KEY = 'EMPTY';", 'fell_short'],
    ["process.env.OWN_API_KEY ??= 'EMPTY';", 'held'],
  ])('by %s where the user may have the variable is asked for it', async (code, outcome) => {
    const report = await check(`${code}\n${ECHO}return n; };`, { only: ['rm/globals'] });
    expect(outcomes(report)).toEqual({ 'rm/globals': outcome });
    if (outcome === 'held') return;
    expect(failureOf(report, 'rm/globals')).toMatchObject({
      got: 'process.env.OWN_API_KEY is overwritten where the user has it',
    });
  });

  it.each(['Date.now = () => 5;', 'Math.random = () => 0.5;', 'Object.prototype.foo = 1;'])(
    'but not by %s',
    async (code) => {
      const report = await check(`${ECHO}${code} return n; };`);
      expect(outcomes(report)).toMatchObject({ 'rm/own-small': 'held', 'rm/own-last': 'held' });
    },
  );
});

describe('a plugin that does not load', () => {
  it.each([
    ['a syntax error', 'export default (a => {', /rm\.ts:1: /],
    ['another export', 'export const x = 1;', /has no export "default" or "customRm"/],
    ['a throw', "throw new Error('at load');", /threw Error: at load/],
    ['an exit', 'process.exit(4);', /ended the process \(exit code 4\) while it was loaded/],
  ])('by %s is named', async (_what, source, message) => {
    const report = await check(source);
    expect(report.plugins[0]?.error).toMatch(message);
    expect(report.plugins[0]?.checks).toEqual([]);
  });
});

it('says which branches of the plugin were reached', async () => {
  const report = await check(`${ECHO}
    if (n < -5) {
      return 1;
    }
    const label = sample.label === 'x' ? 2 : n;
    return label;
  };`);
  expect(report.plugins[0]?.branches).toEqual({
    reached: 2,
    total: 4,
    files: 1,
    missed: [
      { file: 'rm.ts', line: 5, text: 'return 1;' },
      { file: 'rm.ts', line: 7, text: "const label = sample.label === 'x' ? 2 : n;" },
    ],
  });
});

it('leaves nothing beside a plugin that was ended while it was imported', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'slime-contracts-test-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'rm.ts'), "process.kill(process.pid, 'SIGKILL');\nexport default 1;\n");
  const report = await runContracts({ args: { custom_rm_path: './rm.ts' }, cwd: dir, seed: 1 });
  expect(report.plugins[0]?.error).toMatch(/ended the process \(SIGKILL\) while it was loaded/);
  expect(await readdir(dir)).toEqual(['rm.ts']);
});
