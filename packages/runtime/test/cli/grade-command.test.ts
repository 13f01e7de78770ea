import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rows, runCli, runCliWith, testFiles } from './run-cli.ts';

describe('slime-runtime grade', () => {
  it('grades by a built-in reward, one line a row in order, errors counted', async () => {
    const file = await testFiles({
      'rows.jsonl': rows(
        { response: 'so \\boxed{7}', label: '7', metadata: null },
        { response: '\\boxed{8}', label: 7 },
        { response: 'none', label: '7', metadata: {} },
        { response: '\\boxed{7}', label: null },
      ),
    });
    expect(await runCli('grade', '--rm-type', 'math', '--input', file('rows.jsonl'))).toEqual({
      code: 0,
      stdout: rows(
        { reward: 1, reason: 'equal', error: null },
        { reward: 0, reason: 'different', error: null },
        { reward: 0, reason: 'no_answer', error: null },
        {
          reward: null,
          reason: null,
          error:
            'rows.jsonl:4 (row 3): math: the label null is missing; give every row its answer as a number or a text',
        },
      ),
      stderr: '4 rows, 1 of them not graded\n',
    });
  });

  it('gives an answer the declared floor on which a reward twice goes past its bound', async () => {
    const file = await testFiles({
      'rm.mjs': `import { defineReward } from 'slime-sdk';
        export default defineReward({ mode: 'single', range: [-2, 1],
          reward: (_args, _sample, { policyText }) => policyText === 'hang' ? new Promise(() => {}) : 1 });`,
      'rows.jsonl': rows({ response: 'hang' }, { response: 'fine' }),
    });
    const flags = [
      '--isolation',
      'process',
      '--reward-timeout',
      '1',
      '--input',
      file('rows.jsonl'),
    ];
    expect(await runCli('grade', '--custom-rm-path', file('rm.mjs'), ...flags)).toEqual({
      code: 0,
      stdout: rows(
        { reward: -2, reason: 'over_bound', error: null },
        { reward: 1, reason: null, error: null },
      ),
      stderr: '2 rows, 0 of them not graded\n',
    });
  });

  it('warns of a key of the configuration that looks like a slip', async () => {
    const file = await testFiles({
      'rm.mjs': `import { defineReward } from 'slime-sdk';
        export default defineReward({ mode: 'single', range: [0, 1], reward: () => 1 });`,
      'keys.yaml': 'reward_kee: score\n',
      'rows.jsonl': rows({ response: 'x' }),
    });
    const flags = ['--custom-config-path', file('keys.yaml'), '--input', file('rows.jsonl')];
    const { stderr } = await runCli('grade', '--custom-rm-path', file('rm.mjs'), ...flags);
    expect(stderr).toContain('no plugin declares the key "reward_kee"; did you mean reward_key?');
  });

  it('grades by a reward function that sees row, view and arguments', async () => {
    const file = await testFiles({
      'rm.mjs': `export function customRm(args, sample, view) {
        if (sample.metadata.bad) throw new Error('cannot grade this');
        return { depth: args.depth, label: sample.label, final: view.finalText.length,
          policy: view.policyText.length, reasoning: view.turns[0].reasoning.length };
      }`,
      'config.yaml': 'depth: 3\n',
      'rows.jsonl': rows(
        { response: '<think>hm</think>four', label: 4, metadata: {} },
        { response: 'x', label: 1, metadata: { bad: true } },
        { response: '', label: 2, prompt: [{ role: 'user', content: 'q' }] },
      ),
    });
    const { code, stdout, stderr } = await runCli(
      'grade',
      '--custom-rm-path',
      file('rm.mjs'),
      '--input',
      file('rows.jsonl'),
      '--custom-config-path',
      file('config.yaml'),
      '--sglang-reasoning-parser',
      'qwen3',
    );
    const [first, second, third] = stdout.trimEnd().split('\n');
    expect(first).toBe(
      '{"reward":{"depth":3,"label":4,"final":4,"policy":21,"reasoning":2},"reason":null,"error":null}',
    );
    expect(second).toMatch(
      /^\{"reward":null,"reason":null,"error":"rows.jsonl:2 \(row 1\): .*cannot grade this/,
    );
    expect(third).toContain('"label":2');
    expect(stderr).toBe('3 rows, 1 of them not graded\n');
    expect(code).toBe(0);
  });

  it('keeps the order of the rows whatever the time each takes', async () => {
    const responses = Array.from({ length: 200 }, (_, at) => at);
    const file = await testFiles({
      'rm.mjs': `export default async (args, sample) => {
        for (let turn = 0; turn < (sample.label * 37) % 11; turn += 1) await null;
        return sample.label;
      }`,
      'rows.jsonl': rows(...responses.map((label) => ({ response: 'x', label }))),
    });
    const { stdout } = await runCli(
      'grade',
      '--custom-rm-path',
      file('rm.mjs'),
      '--input',
      file('rows.jsonl'),
    );
    expect(stdout).toBe(
      rows(...responses.map((reward) => ({ reward, reason: null, error: null }))),
    );
  });

  it('goes on past a reward function that ends its process, under --isolation process', async () => {
    const file = await testFiles({
      'rm.mjs': `export default (args, sample) => {
        if (sample.label === 1) process.exit(7);
        return sample.label;
      }`,
      'rows.jsonl': rows(...[0, 1, 2].map((label) => ({ response: 'x', label }))),
    });
    const { code, stdout } = await runCli(
      'grade',
      '--custom-rm-path',
      file('rm.mjs'),
      '--input',
      file('rows.jsonl'),
      '--isolation',
      'process',
    );
    const verdicts = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(verdicts).toEqual([
      { reward: 0, reason: null, error: null },
      { reward: null, reason: null, error: expect.stringContaining('rows.jsonl:2 (row 1): ') },
      { reward: 2, reason: null, error: null },
    ]);
    expect(code).toBe(0);
  });

  it('goes on past rows that cannot be read, and then says so by its exit code', async () => {
    const file = await testFiles({
      'rows.jsonl': rows(
        '{"response": bad}',
        { answer: 'x' },
        { response: 'x', prompt: [{ role: 'no' }] },
        { response: '\\boxed{1}', label: 1 },
      ),
    });
    expect(await runCli('grade', '--rm-type', 'math', '--input', file('rows.jsonl'))).toEqual({
      code: 2,
      stdout: rows(
        {
          reward: null,
          reason: null,
          error: 'rows.jsonl:1 (row 0): column 14: not JSON near `{"response": bad}`',
        },
        {
          reward: null,
          reason: null,
          error:
            'rows.jsonl:2 (row 1): response: Invalid input: expected string, received undefined; a row is { response, label, metadata }',
        },
        {
          reward: null,
          reason: null,
          error:
            'rows.jsonl:3 (row 2): prompt[0].role: "no"; a role is system, user, assistant, tool',
        },
        { reward: 1, reason: 'equal', error: null },
      ),
      stderr: `4 rows, 3 of them not graded
slime-runtime: rows.jsonl:1 (row 0): column 14: not JSON near \`{"response": bad}\`; mend the row, or take it out
`,
    });
  });

  it('refuses calls that cannot work, before any row', async () => {
    const file = await testFiles({
      'rows.jsonl': rows({ response: 'x', label: 1 }),
      'rm.mjs': 'export const other = 1;',
    });
    const grade = async (...argv: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runCli(
        'grade',
        '--input',
        file('rows.jsonl'),
        ...argv,
      );
      expect([code, stdout]).toEqual([2, '']);
      return stderr;
    };
    expect(await grade()).toBe(
      'slime-runtime: nothing to grade row 0 (counted from 0) with: name --rm-type math or --custom-rm-path ./rm.ts, or give the row its metadata.rm_type\n',
    );
    expect(await grade('--rm-type', 'mth')).toBe(
      'slime-runtime: --rm-type mth: unknown; supported are math, dapo, deepscaler, f1, gpqa, ifbench, random and remote_rm, each as boxed_… too, others by --custom-rm-path\n',
    );
    expect(await grade('--rm-type', 'remote_rm')).toBe(
      'slime-runtime: --rm-type remote_rm needs --rm-url http://host:port/path\n',
    );
    expect(await grade('--rm-type', 'math', '--input', '/nowhere.jsonl')).toContain(
      '/nowhere.jsonl: no such file',
    );
    expect(await grade('--custom-rm-path', '/nowhere/rm.ts')).toContain('/nowhere/rm.ts');
    expect(await grade('--custom-rm-path', file('rm.mjs'))).toContain('customRm');
    expect(await grade('--rm-type', 'math', '--sglang-reasoning-parser', 'nope')).toContain('nope');
  });

  it('goes on past rows that are made to hurt', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const file = await testFiles({
      'rows.jsonl': rows(
        `{"response":"x","label":${deep}}`,
        `{"response":"x","label":1,"expected":${deep}}`,
        '{"response":"\\boxed{7}","label":NaN}',
        '[]',
        { response: 7, label: 7 },
        { response: '\\boxed{7}', label: 7, metadata: { rm_type: 'nope' } },
        '{"response":"\\\\boxed{7}","label":7,"__proto__":{"label":8}}',
        { response: '{'.repeat(200_000), label: '7', expected: { b: '\u202e'.repeat(99) } },
      ),
    });
    for (const by of [
      ['--rm-type', 'math'],
      ['--compare', 'math', 'deepscaler'],
    ]) {
      const { code, stdout, stderr } = await runCli('grade', ...by, '--input', file('rows.jsonl'));
      expect(code).toBe(2);
      expect(stdout.length + stderr.length).toBeLessThan(10_000);
      expect(stderr).not.toContain('internal error');
      expect(stderr).not.toContain('\u202e');
      expect(stderr).toContain('rows.jsonl:1 (row 0): label[0][0]');
    }
  });

  it('takes the key of --reward-key from rewards that are objects', async () => {
    const file = await testFiles({
      'rm.mjs': `export default (args, { label }) =>
        label === 2 ? { acc: 1 } : { score: label, acc: 1 };`,
      'rows.jsonl': rows(
        { response: 'x', label: 1, expected: 1 },
        { response: 'x', label: 0, expected: { acc: 1, score: 0 } },
        { response: 'x', label: 3, expected: 1 },
        { response: 'x', label: 2, expected: null },
      ),
    });
    const call = ['grade', '--custom-rm-path', file('rm.mjs'), '--input', file('rows.jsonl')];
    const { code, stdout, stderr } = await runCli(...call, '--reward-key', 'score');
    expect(code).toBe(0);
    expect(stdout).toContain('without --reward-key score');
    expect(stderr).toContain('agreement 75.0%: 3 of the 4 rows with `expected`');
  });

  it('grades and compares by a service, whose failures are no rewards', async () => {
    const server = createServer((request, response) => {
      request.on('data', (body) => {
        const { label } = JSON.parse(String(body));
        response.writeHead(label === 2 ? 400 : 200, { 'content-type': 'application/json' });
        response.end(label === 2 ? '{"detail":"no two"}' : JSON.stringify(label));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const file = await testFiles({
      'rows.jsonl': rows(
        { response: '\\boxed{1}', label: 1, expected: 1 },
        { response: '\\boxed{0}', label: 0, expected: 0 },
        { response: 'x', label: 2, expected: null },
      ),
    });
    const call = ['--rm-url', `http://127.0.0.1:${port}/`, '--input', file('rows.jsonl')];
    const graded = await runCli('grade', '--rm-type', 'remote_rm', ...call);
    expect(graded.stdout.split('\n')[2]).toContain('HTTP 400: no two (try 1)');
    expect(graded).toMatchObject({ code: 0, stderr: expect.stringContaining('agreement 100.0%') });
    const compared = await runCli('grade', '--compare', 'math', 'remote_rm', ...call);
    expect(compared.stderr).toBe('3 rows, 2 on which math and remote_rm differ\n');
    expect(compared.stdout).toContain('"row":1,"a":{"reward":1,');
  });

  it('reads rows from standard input, and names it where one cannot be read', async () => {
    const input = rows({ response: '\\boxed{7}', label: 7 }, { response: 'x' }, '[]');
    const { code, stdout, stderr } = await runCliWith(
      input,
      'grade',
      '--rm-type',
      'math',
      '--input',
      '-',
    );
    expect(code).toBe(2);
    expect(stdout.split('\n')[0]).toBe('{"reward":1,"reason":"equal","error":null}');
    expect(stdout).toContain('standard input:2 (row 1): math: the label null is missing');
    expect(stderr).toContain('standard input:3 (row 2): ');
    const pair = ['grade', '--compare', 'math', 'boxed_dapo', '--input', '-'];
    expect((await runCliWith(rows({ response: 'no', label: 7 }), ...pair)).stderr).toBe(
      '1 rows, 1 on which math and boxed_dapo differ\n',
    );
    expect(await runCliWith('', 'grade', '--rm-type', 'math', '--input', '-')).toEqual({
      code: 0,
      stdout: '',
      stderr: '0 rows, 0 of them not graded\n',
    });
  });

  it('refuses a reward for whole groups, and grades by a built-in one row by row', async () => {
    const file = await testFiles({
      'rm.mjs': 'export const batchedCustomRm = (args, samples) => samples.map(() => 1);',
      'rows.jsonl': rows({ response: '\\boxed{7}', label: 7 }),
    });
    const input = ['--group-rm', '--input', file('rows.jsonl')];
    const call = ['grade', '--custom-rm-path', file('rm.mjs'), ...input];
    const refused = {
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('rm.mjs would be given'),
    };
    expect(await runCli(...call)).toEqual(refused);
    expect(await runCli('grade', '--compare', 'math', file('rm.mjs'), ...input)).toEqual(refused);
    const { stdout } = await runCli('grade', '--rm-type', 'math', ...input);
    expect(stdout).toContain('"reward":1');
  });

  it('grades by the strict form of dapo under the name of boxed_dapo', async () => {
    const input = rows({ response: '\\boxed{7}', label: 7 }, { response: 'Answer: 7', label: 7 });
    const grade = async (type: string): Promise<string[]> => {
      const { stdout } = await runCliWith(input, 'grade', '--rm-type', type, '--input', '-');
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(0, 12));
    };
    expect(await grade('boxed_dapo')).toEqual(['{"reward":1,', '{"reward":-1']);
    expect(await grade('dapo')).toEqual(['{"reward":-1', '{"reward":1,']);
  });
});
