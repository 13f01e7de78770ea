import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { assertGradable } from '../../src/rollout/assert-gradable.ts';
import type { DatasetRow } from '../../src/rollout/data/index.ts';

function check(
  rmType: string | null,
  rows: Partial<DatasetRow>[],
  fields: Partial<RolloutArgs> = {},
): Promise<void> {
  const all = rows.map((row, at): DatasetRow => ({
    prompt: 'a',
    label: null,
    metadata: {},
    multimodal_inputs: null,
    place: { file: 'rows.jsonl', row: at, line: at + 1 },
    ...row,
  }));
  return assertGradable(createRolloutArgs({ rm_type: rmType, label_key: 'label', ...fields }), all);
}

describe('rows that name their reward', () => {
  it.each<[string, string | null, Partial<DatasetRow>[], RegExp]>([
    [
      'unknown',
      'math',
      [{ label: 1 }, { metadata: { rm_type: 'mth' } }],
      /^rows\.jsonl:2 \(row 1\): metadata\.rm_type mth: unknown/,
    ],
    [
      'no text',
      'math',
      [{ metadata: { rm_type: 1 } }],
      /^rows\.jsonl:1 \(row 0\): metadata\.rm_type 1: unknown/,
    ],
    [
      'missing',
      null,
      [{ label: 1, metadata: { rm_type: 'math' } }, {}],
      /^rows\.jsonl:2 \(row 1\): no metadata\.rm_type/,
    ],
  ])('are refused when one is %s', async (_, rmType, rows, message) => {
    await expect(check(rmType, rows)).rejects.toThrow(message);
  });

  it('are taken when each is known, or the flag stands in', async () => {
    const rows = [
      { label: 1, metadata: { rm_type: 'math' } },
      { metadata: { rm_type: 'remote_rm' } },
    ];
    await check(null, rows);
    await check(' math ', [...rows, { label: 1, metadata: { rm_type: '' } }]);
    await expect(check('mth', rows)).rejects.toThrow('--rm-type mth: unknown');
  });
});

describe('rows that their grader cannot grade', () => {
  it.each<[string, Partial<DatasetRow>, string]>([
    ['math', { label: '\\frac{1}' }, 'math: the label "\\\\frac{1}" is broken'],
    ['boxed_math', { label: '9**9**9' }, 'math: the label "9**9**9" goes past a bound'],
    ['deepscaler', { label: ['48'] }, 'deepscaler: the label ["48"] is neither'],
    ['dapo', { label: 'forty' }, 'dapo: the label "forty" is not a number'],
    ['boxed_dapo', { label: '1 +' }, 'dapo: the label "1 +" is broken'],
    ['f1', { label: null }, 'f1: the label null is missing'],
    ['f1', { label: 'the' }, 'f1: the label "the" has no words'],
    ['gpqa', { label: 7, metadata: { choices: ['a', 'b'] } }, 'gpqa: the label 7 numbers none'],
    ['ifbench', { label: 'x' }, 'ifbench: metadata.instruction_id_list'],
    ['boxed_ifbench', { metadata: { instruction_id_list: ['nope'] } }, 'no such instruction'],
  ])('by %s are refused by place and label: %j', async (type, row, message) => {
    const good = { label: 1, metadata: { rm_type: 'math' } };
    const found: unknown = await check(type, [good, row]).catch((error: unknown) => error);
    expect(found).toMatchObject({
      code: 'SLIME_DATA',
      data: { file: 'rows.jsonl', row: 1, line: 2 },
      message: expect.stringMatching(/^rows\.jsonl:2 \(row 1\): /),
    });
    expect(found).toHaveProperty('message', expect.stringContaining(message));
    // The row's own type wins over the flag.
    const own = { ...row, metadata: { ...row.metadata, rm_type: type } };
    await expect(check('random', [good, own])).rejects.toThrow(message);
  });

  it('are refused by one of them even where all others have its label as a number', async () => {
    await expect(check('f1', [{ label: 1 }, { label: '1' }, { label: '' }])).rejects.toThrow(
      'rows.jsonl:3 (row 2): f1: the label "" has no words',
    );
  });

  it('are told of --label-key where it is not given', async () => {
    const hint = '; --label-key names its column';
    await expect(check('math', [{}], { label_key: null })).rejects.toThrow(hint);
    await expect(check('math', [{}])).rejects.not.toThrow(hint);
    await expect(check('ifbench', [{}], { label_key: null })).rejects.not.toThrow(hint);
  });

  it('may lack a label where a custom generate function may give it, but have no bad one', async () => {
    const generate = { custom_generate_function_path: './generate.ts' };
    await check('math', [{}], generate);
    await expect(check('math', [{ label: '1 +' }], generate)).rejects.toThrow('is broken');
    await expect(check('ifbench', [{}], generate)).rejects.toThrow('instruction_id_list');
  });

  it('are those of a service, of which nothing is known, and of random, never', async () => {
    await expect(check('remote_rm', [{ label: { any: 1 } }])).resolves.toBeUndefined();
    await expect(check('random', [{ label: null }])).resolves.toBeUndefined();
  });

  it('are looked for in turns with the rest of the event loop', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ label: `x^2 + ${at}` }));
    let [isOver, turns] = [false, 0];
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await check('math', rows);
    isOver = true;
    expect(turns).toBeGreaterThan(2);
  });
});
