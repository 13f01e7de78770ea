import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sample } from 'slime-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JudgedRun, makeRun, makeTurn } from './judged-run.ts';
import { judgeLedger, judgeMissing, type Verdict } from './run-judge.ts';

const missing = await judgeMissing();

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'judge-'));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

async function judge(run: JudgedRun, ledgerTail = ''): Promise<Verdict> {
  const dir = await mkdtemp(join(root, 'run-'));
  const paths = {
    ledger: join(dir, 'ledger.jsonl'),
    turns: join(dir, 'turns.jsonl'),
    samples: join(dir, 'samples.jsonl'),
    discarded: join(dir, 'discarded.jsonl'),
  };
  for (const name of ['ledger', 'turns', 'samples', 'discarded'] as const) {
    const lines = run[name].map((row) => `${JSON.stringify(row)}\n`);
    await writeFile(paths[name], lines.join('') + (name === 'ledger' ? ledgerTail : ''));
  }
  return await judgeLedger(paths);
}

async function judgeBroken(damage: (run: JudgedRun) => void): Promise<Verdict> {
  const run = makeRun();
  damage(run);
  return await judge(run);
}

/** An item that the damage is done to. */
function at<T>(items: readonly T[], position: number): T {
  const item = items[position];
  if (item === undefined) throw new RangeError(`nothing at ${position}`);
  return item;
}

beforeEach((context) => {
  if (missing !== null) context.skip(missing);
});

describe('the ledger judge', () => {
  it('lets a run pass that keeps the law', async () => {
    expect(await judge(makeRun())).toEqual({
      code: 0,
      kinds: [],
      text:
        'ledger judge: 9 entries, 6 used, 3 discarded, 5 samples, 9 sampled, 7 trained, 2 masked: ' +
        'the law holds\n',
    });
  });

  it.each<[string, string[], (run: JudgedRun) => void]>([
    [
      'an entry that no turn tells of',
      ['orphan'],
      (run) => {
        run.discarded = [];
      },
    ],
    [
      'a reply that is used by two turns',
      ['twice', 'overlap', 'overlap'],
      (run) => {
        run.turns.push({ ...at(run.turns, 0), turn: 2 });
      },
    ],
    [
      'a reply that is used and discarded',
      ['twice'],
      (run) => {
        run.discarded.push({ rid: 'a0', cause: 'killed' });
      },
    ],
    [
      'a reply that is discarded without a cause',
      ['cause'],
      (run) => {
        at(run.discarded, 0).cause = '';
      },
    ],
    [
      'a turn that the engine never sampled',
      ['orphan', 'invented', 'mask', 'logprob', 'mask', 'logprob'],
      (run) => {
        at(run.turns, 0).rid = 'made up';
      },
    ],
    [
      'a sampled turn that is left out of the turns',
      ['orphan', 'mask', 'logprob'],
      (run) => {
        run.turns.splice(3, 1);
      },
    ],
    [
      'two entries with one rid',
      ['ledger'],
      (run) => {
        run.ledger.push(at(run.ledger, 0));
      },
    ],
    [
      'ids that moved by one',
      ['prompt', 'ids', 'mask', 'mask', 'logprob'],
      (run) => {
        at(run.turns, 1).start = 5;
        at(run.samples, 0).loss_mask = [1, 1, 0, 1, 1, 0];
      },
    ],
    [
      'an observation that was encoded anew after the turn',
      ['prompt', 'mask', 'logprob'],
      (run) => {
        at(run.samples, 0).tokens[5] = 22;
      },
    ],
    [
      'a turn that says another length',
      ['length'],
      (run) => {
        at(run.turns, 0).tokens = 1;
      },
    ],
    [
      'two turns on one place',
      ['overlap', 'overlap'],
      (run) => {
        run.ledger.push({ ...at(run.ledger, 0), rid: 'again' });
        run.turns.push(makeTurn({ index: 0, turn: 2, rid: 'again', start: 2, tokens: 2 }));
      },
    ],
    [
      'log-probs that changed places',
      ['logprob', 'logprob'],
      (run) => {
        at(run.samples, 0).rollout_log_probs = [-0.25, -0.5, 0, 0, -1, 0];
      },
    ],
    [
      'log-probs that were dropped',
      ['logprob'],
      (run) => {
        at(run.samples, 0).rollout_log_probs = null;
      },
    ],
    [
      'a masked turn whose log-probs were dropped',
      ['logprob'],
      (run) => {
        at(run.samples, 3).rollout_log_probs = [0];
      },
    ],
    [
      'a mask that is null where observations stand',
      ['mask', 'mask', 'mask', 'mask'],
      (run) => {
        at(run.samples, 0).loss_mask = null;
      },
    ],
    [
      'training on a null log-prob',
      ['mask'],
      (run) => {
        at(run.samples, 0).loss_mask = [1, 1, 0, 0, 1, 1];
        at(run.samples, 0).metadata = {};
      },
    ],
    [
      'a null log-prob given as the reason where there is one',
      ['mask', 'mask'],
      (run) => {
        at(run.samples, 0).loss_mask = [0, 0, 0, 0, 1, 0];
        const spans = [
          [0, 2, 'null_log_prob'],
          [5, 1, 'null_log_prob'],
        ];
        at(run.samples, 0).metadata = { masked_spans: spans };
      },
    ],
    [
      'a reason on ids that are trained all the same',
      ['mask'],
      (run) => {
        const spans = [
          [0, 1, 'off_policy'],
          [5, 1, 'null_log_prob'],
        ];
        at(run.samples, 0).metadata = { masked_spans: spans };
      },
    ],
    [
      'a turn that two siblings train',
      ['twice', 'twice'],
      (run) => {
        at(run.samples, 2).loss_mask = [1, 1, 0, 1];
        at(run.samples, 2).rollout_log_probs = [-0.1, -0.2, 0, -0.4];
      },
    ],
    [
      'a shared turn that no sibling trains',
      ['mask', 'mask', 'mask', 'mask'],
      (run) => {
        at(run.samples, 1).loss_mask = [0, 0, 0, 1];
        at(run.samples, 2).rollout_log_probs = [-0.1, -0.2, 0, -0.4];
      },
    ],
    [
      'a turn whose sample is missing',
      ['sample'],
      (run) => {
        run.samples.splice(3, 1);
      },
    ],
    [
      'a mask bit of two',
      ['mask'],
      (run) => {
        at(run.samples, 0).loss_mask = [2, 1, 0, 0, 1, 0];
      },
    ],
    [
      'an entry with fewer log-probs than ids',
      ['ledger', 'mask'],
      (run) => {
        at(run.ledger, 0).logprobs.pop();
      },
    ],
    [
      'a mask of another length',
      ['shape'],
      (run) => {
        at(run.samples, 3).loss_mask = [];
      },
    ],
  ])('finds %s', async (_, kinds, damage) => {
    const verdict = await judgeBroken(damage);
    expect({ code: verdict.code, kinds: verdict.kinds }).toEqual({ code: 1, kinds });
  });

  it('takes a masked span with a reason of the run', async () => {
    const verdict = await judgeBroken((run) => {
      const sample = at(run.samples, 0);
      sample.loss_mask = [0, 0, 0, 0, 1, 0];
      const spans = [
        [0, 2, 'off_policy'],
        [5, 1, 'null_log_prob'],
      ];
      sample.metadata = { masked_spans: spans };
    });
    expect(verdict.text).toContain('the law holds');
  });

  it('finds a change of any single number of a sample, and blames no other', async () => {
    const { tokens } = at(makeRun().samples, 0);
    const damages = tokens.flatMap((_, position) => [
      (sample: Sample) => change(sample.tokens, position, (id) => id + 1),
      (sample: Sample) => change(sample.loss_mask, position, (bit) => 1 - bit),
      (sample: Sample) => change(sample.rollout_log_probs, position, (p) => p - 0.125),
    ]);
    // One run of many: each copy is damaged in one place, or behind the end of a list in none.
    const copies = damages.map((damage, copy) => {
      const run = copyRun(copy);
      const intact = JSON.stringify(run.samples);
      damage(at(run.samples, 0));
      return { run, isDamaged: JSON.stringify(run.samples) !== intact };
    });
    const { text } = await judge({
      ledger: copies.flatMap(({ run }) => run.ledger),
      turns: copies.flatMap(({ run }) => run.turns),
      samples: copies.flatMap(({ run }) => run.samples),
      discarded: copies.flatMap(({ run }) => run.discarded),
    });
    const blamed = copies.map((_, copy) => new RegExp(`sample ${copy * 10}\\b`).test(text));
    expect(blamed).toEqual(copies.map(({ isDamaged }) => isDamaged));
    expect(blamed.filter(Boolean)).toHaveLength(20);
    expect(text).not.toMatch(/sample \d*[1-9]\b/);
  });

  it('finds a line that is torn', async () => {
    const verdict = await judge(makeRun(), '{"rid":"to');
    expect({ code: verdict.code, kinds: verdict.kinds }).toEqual({ code: 1, kinds: ['line'] });
    expect(verdict.text).toMatch(/ledger\.jsonl line 10 is no JSON/);
  });

  it('says which call was wrong', async () => {
    const verdict = await judgeLedger({ ledger: 'none', turns: 'none', samples: 'none' });
    expect(verdict.code).toBe(2);
    expect(verdict.text).toContain('no such file: none');
  });
});

/** The run with other indices and rids. */
function copyRun(copy: number): JudgedRun {
  const run = makeRun();
  for (const row of [...run.turns, ...run.samples]) row.index = (row.index ?? 0) + 10 * copy;
  for (const row of [...run.ledger, ...run.discarded]) row.rid = `${copy}-${row.rid}`;
  for (const turn of run.turns) {
    turn.rid = turn.rid === null ? null : `${copy}-${turn.rid}`;
    for (const tried of turn.discarded) tried.rid = `${copy}-${tried.rid}`;
  }
  return run;
}

function change(
  numbers: number[] | null,
  position: number,
  replace: (value: number) => number,
): void {
  const value = numbers?.[position];
  if (numbers !== null && value !== undefined) numbers[position] = replace(value);
}
