import type { JsonValue } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { rows, runCli, runCliWith, testFiles } from './run-cli.ts';

describe('the metadata.rm_type of a row that is graded', () => {
  it.each<[flag: string | null, row: JsonValue | undefined, custom: boolean, reason: string]>([
    ['math', undefined, false, 'equal'],
    ['math', null, false, 'equal'],
    ['math', '', false, 'equal'],
    ['math', 'dapo', false, 'no_answer'],
    ['math', ' dapo ', false, 'no_answer'],
    [null, 'dapo', false, 'no_answer'],
    ['math', 'boxed_dapo', false, 'equal'],
    ['math', undefined, true, 'custom'],
    ['math', 'dapo', true, 'custom'],
    [null, 'dapo', true, 'custom'],
    [null, 'no such type', true, 'custom'],
    [null, undefined, true, 'custom'],
  ])(
    'grades by --rm-type %j, a row of type %j and --custom-rm-path %j: %s',
    async (flag, own, custom, reason) => {
      const file = await testFiles({
        'rm.mjs': 'export default () => 3;',
        'rows.jsonl': rows({ response: '\\boxed{5}', label: '5', metadata: { rm_type: own } }),
      });
      const by = [
        ...(flag === null ? [] : ['--rm-type', flag]),
        ...(custom ? ['--custom-rm-path', file('rm.mjs')] : []),
      ];
      const { code, stdout } = await runCli('grade', ...by, '--input', file('rows.jsonl'));
      const verdict: unknown = JSON.parse(stdout);
      expect(verdict).toMatchObject(
        reason === 'custom' ? { reward: 3, error: null } : { reason, error: null },
      );
      expect(code).toBe(0);
    },
  );

  it('ends at the first row that names no reward where no flag does', async () => {
    const input = rows(
      { response: '\\boxed{5}', label: '5', metadata: { rm_type: 'math' } },
      { response: '\\boxed{5}', label: '5' },
    );
    expect(await runCliWith(input, 'grade', '--input', '-')).toEqual({
      code: 2,
      stdout: rows({ reward: 1, reason: 'equal', error: null }),
      stderr: expect.stringContaining(
        'nothing to grade row 1 (counted from 0) with: name --rm-type math',
      ),
    });
  });

  it.each<JsonValue | undefined>([undefined, 'dapo', 'math', 'no such type', 7])(
    'compares the two rewards that are named, whatever a row names: %j',
    async (own) => {
      const file = await testFiles({
        'rm.mjs': `export default (args, { metadata }) => metadata.rm_type === undefined ? 0 : 2;`,
        'rows.jsonl': rows({ response: '\\boxed{5}', label: '5', metadata: { rm_type: own } }),
      });
      const compare = async (...names: string[]): Promise<unknown> => {
        const input = ['--input', file('rows.jsonl')];
        const { stdout } = await runCli('grade', '--compare', ...names, ...input);
        return stdout === '' ? null : JSON.parse(stdout);
      };
      const math = { reward: 1, reason: 'equal', error: null };
      const f1 = { reward: 0, reason: 'different', error: null };
      expect(await compare('math', 'f1')).toEqual({ row: 0, a: math, b: f1 });
      expect(await compare('f1', 'math')).toEqual({ row: 0, a: f1, b: math });
      expect(await compare('math', 'boxed_math')).toBeNull();
      // A module reads all of the row.
      const b = { reward: own === undefined ? 0 : 2, reason: null, error: null };
      expect(await compare('math', file('rm.mjs'))).toEqual({ row: 0, a: math, b });
    },
  );
});
