import { describe, expect, it } from 'vitest';
import { rows, runCli, runCliWith, testFiles } from './run-cli.ts';

describe('slime-runtime grade, what rows expect and what two rewards give', () => {
  it('says on standard error how far rewards are what the rows expect', async () => {
    const file = await testFiles({
      'rows.jsonl': rows(
        { response: 'Answer: 7', label: 7, expected: 1 },
        { response: 'Answer: 8', label: 7, expected: -1 },
        { response: 'Answer: 8', label: 7, expected: true },
        { response: 'Answer: 7', label: 'seven', expected: null },
        { response: 'Answer: 7', label: 'seven', expected: 1 },
        { response: 'Answer: 7', label: 7 },
      ),
    });
    const { code, stdout, stderr } = await runCli(
      'grade',
      '--rm-type',
      'dapo',
      '--input',
      file('rows.jsonl'),
    );
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(7);
    expect(stderr).toBe(`6 rows, 2 of them not graded
agreement 60.0%: 3 of the 5 rows with \`expected\`
expected \\ given  -1  1  error
-1                 1  0      0
1                  1  1      1
error              0  0      1
`);
  });

  it.each(['x', '1', [1], { score: '1' }, { score: null }, '\u202e'])(
    'cannot read a row that expects %j, which no reward is',
    async (expected) => {
      const input = rows(
        { response: '\\boxed{7}', label: 7, expected: 1 },
        { response: '\\boxed{7}', label: 7, expected },
      );
      for (const by of [
        ['--rm-type', 'math'],
        ['--compare', 'math', 'f1'],
      ]) {
        const { code, stderr } = await runCliWith(input, 'grade', ...by, '--input', '-');
        expect(code).toBe(2);
        expect(stderr).toContain(
          'standard input:2 (row 1): expected: a reward is a number, true or false, an object of these, or null',
        );
      }
    },
  );

  it('gives the rarest of many rewards one line and one column', async () => {
    const many = Array.from({ length: 15 }, (_, at) => ({
      response: 'a b c d e f g h',
      label: 'i '.repeat(at + 1) + 'b',
      expected: at,
    }));
    const file = await testFiles({ 'rows.jsonl': rows(...many) });
    const { stderr } = await runCli('grade', '--rm-type', 'f1', '--input', file('rows.jsonl'));
    const [, , ...table] = stderr.trimEnd().split('\n');
    expect(table).toHaveLength(14);
    expect(table[0]).toMatch(/ others$/);
    const total = table.slice(1).flatMap((line) => line.trim().split(/ {2,}/).slice(1));
    expect(total.reduce((sum, cell) => sum + Number(cell), 0)).toBe(15);
  });

  it('compares two rewards and prints the rows on which they differ', async () => {
    const file = await testFiles({
      'rm.mjs': `export default (args, sample) => {
        if (sample.label === 9) throw new Error('no nine');
        return sample.response.includes(String(sample.label)) ? 1 : 0;
      };`,
      'rows.jsonl': rows(
        { response: '\\boxed{7}', label: 7 },
        { response: 'it is 7', label: 7 },
        { response: '\\boxed{9}', label: 9 },
        { response: 'x', label: 8 },
      ),
    });
    const call = ['grade', '--input', file('rows.jsonl'), '--compare', 'math', file('rm.mjs')];
    const { code, stdout, stderr } = await runCli(...call);
    const [second, third, ...more] = stdout.trimEnd().split('\n');
    expect(JSON.parse(second ?? '')).toEqual({
      row: 1,
      a: { reward: 0, reason: 'no_answer', error: null },
      b: { reward: 1, reason: null, error: null },
    });
    expect(JSON.parse(third ?? '')).toEqual({
      row: 2,
      a: { reward: 1, reason: 'equal', error: null },
      b: { reward: null, reason: null, error: expect.stringContaining('no nine') },
    });
    expect(more).toEqual([]);
    expect(stderr).toBe('4 rows, 2 on which math and rm.mjs differ\n');
    expect(code).toBe(0);
    const wrong = async (...argv: string[]): Promise<string> => {
      const result = await runCli('grade', '--input', file('rows.jsonl'), ...argv);
      expect([result.code, result.stdout]).toEqual([2, '']);
      return result.stderr;
    };
    expect(await wrong('--compare', 'math')).toContain('name two rewards');
    expect(await wrong('--compare', 'math', 'f1', 'gpqa')).toContain('name two rewards');
    expect(await wrong('--compare', 'math', 'mth')).toContain('--rm-type mth: unknown');
    expect(await wrong('--rm-type', 'math', '--compare', 'math', 'f1')).toContain('leave out');
  });

  it('compares rewards by what they are worth, not by how they are written', async () => {
    const file = await testFiles({
      'a.mjs': 'export default (args, { label }) => label === 0 ? -0 : { x: 1, y: 2 };',
      'b.mjs': 'export default (args, { label }) => label === 0 ? 0 : { y: 2, x: 1 };',
      'rows.jsonl': rows({ response: 'x', label: 0 }, { response: 'x', label: 1 }),
    });
    const names = [file('a.mjs'), file('b.mjs')];
    expect(await runCli('grade', '--compare', ...names, '--input', file('rows.jsonl'))).toEqual({
      code: 0,
      stdout: '',
      stderr: '2 rows, 0 on which a.mjs and b.mjs differ\n',
    });
  });
});
