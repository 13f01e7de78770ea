import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Domain,
  DOMAINS,
  type FlagReason,
  importData,
  loadTauData,
  parseJson,
  type Task,
  taskFlags,
} from 'slime-env-tau';
import { describe, expect, it, type TestContext } from 'vitest';
import { field, readRows, recordedFolder, text } from './tau-rows.ts';

const SPLITS: readonly [Domain, string, number][] = [
  ['retail', 'dev', 20],
  ['retail', 'test', 115],
  ['retail', 'train', 500],
  ['airline', 'test', 50],
];

/** Why the gold actions of a task leave the state as it is. */
type Idle = 'no action' | 'only look-ups' | 'a transfer to a person' | 'every change is refused';

/** The tasks that an agent passes by doing nothing: 32 of 685. */
const IDLE: Record<string, Partial<Record<Idle, readonly number[]>>> = {
  'retail dev': { 'no action': [17] },
  'retail test': {
    'no action': [57],
    'only look-ups': [25, 65],
    // In 12 a refund to another card is refused first.
    'a transfer to a person': [10, 12, 50],
    'every change is refused': [106],
  },
  // Written by a generator that did not look at gift card balances.
  'retail train': { 'every change is refused': [161, 214, 229, 288, 349] },
  // Wishes that the policy forbids: to refuse, or to hand over, is the right answer.
  'airline test': {
    'no action': [12, 15, 17, 18, 21, 24, 49],
    'only look-ups': [29, 37, 39, 40, 41, 42, 47, 48],
    'a transfer to a person': [13, 35, 36, 38],
  },
};

/** Tasks with another flag. Whatever stands neither here nor above is sound. */
const FLAGGED: Record<string, Partial<Record<FlagReason, readonly number[]>>> = {
  'retail dev': {},
  'retail test': {
    // Users who only ask, or who in 24 and 62 change their minds.
    state_unchanged: [24, 62, 67, 68],
    // `10` and `IL` are in other words and numbers, `mastercard` and `Chicago` in the instruction.
    trivial_output: [2, 3, 4, 40, 43],
    // Sums that no `calculate` works out, or facts of records that no action looks up.
    output_beyond_gold: [19, 21, 24, 34, 54, 59, 76, 89, 96, 104, 105, 109],
    // 64 exchanges items of an order that has not come; the rest of it counts.
    refused_action: [12, 13, 64, 106],
  },
  'retail train': {
    // Gift cards with too little on them: the state without this change is the one to reach.
    refused_action: [
      24, 27, 81, 148, 161, 214, 229, 252, 253, 288, 314, 349, 351, 369, 376, 427, 431, 441, 469,
    ],
  },
  'airline test': {
    // How many bags are allowed: `4`.
    state_unchanged: [44],
    trivial_output: [44],
    // Sums over bookings.
    output_beyond_gold: [2, 8, 9],
  },
};

const CHANGE = /^(?:cancel|modify|exchange|return|book|update|send)_/;

function whyIdle({ actions }: Task): Idle {
  const names = actions.map(({ name }) => name);
  if (names.length === 0) return 'no action';
  if (names.includes('transfer_to_human_agents')) return 'a transfer to a person';
  return names.some((name) => CHANGE.test(name)) ? 'every change is refused' : 'only look-ups';
}

function collect<Key extends string>(pairs: readonly (readonly [Key, number])[]) {
  const found: Partial<Record<Key, number[]>> = {};
  for (const [key, index] of pairs) (found[key] ??= []).push(index);
  return found;
}

async function importTo(context: TestContext, path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slime-tau-parity-'));
  context.onTestFinished(() => rm(folder, { recursive: true }));
  await importData(path, folder);
  return folder;
}

const TABLES = {
  retail: ['orders', 'products', 'users'],
  airline: ['flights', 'reservations', 'users'],
};

/** The files that differ from the recorded ones. */
async function findDifferences(folder: string, recorded: string): Promise<string[]> {
  const names = DOMAINS.flatMap((domain) => [
    ...['wiki.md', 'rules.json', 'tools.json'].map((name) => `${domain}/${name}`),
    ...TABLES[domain].map((name) => `${domain}/db/${name}.json`),
  ]);
  const tasks = SPLITS.map(([domain, split]) => `${domain}/tasks_${split}.json`);
  const differ: string[] = [];
  for (const name of [...names, ...tasks]) {
    const [ours, theirs] = await Promise.all(
      [folder, recorded].map((root) => readFile(join(root, name), 'utf8')),
    );
    if (ours !== theirs) differ.push(name);
  }
  return differ;
}

describe('the import of tau-bench', () => {
  it('gives back the recorded files, byte for byte, with the recorded hashes', async (context) => {
    const recorded = recordedFolder(context);
    const folder = await importTo(context, recorded);

    expect(await findDifferences(folder, recorded)).toEqual([]);
    for (const [domain, split, count] of SPLITS) {
      const file = join(folder, domain, 'hashes.json');
      const hashes = field(parseJson(await readFile(file, 'utf8'), file), split);
      const rows = readRows(context, `replay_${domain}_${split}.jsonl`);
      expect(hashes).toEqual(rows.map((row) => text(row, 'data_hash')));
      expect(rows).toHaveLength(count);
    }
  });

  it('reads a checkout as Python does: the recorded files, byte for byte', async (context) => {
    const recorded = recordedFolder(context);
    const checkout = process.env['TAU_BENCH_REPO'];
    if (checkout === undefined || !existsSync(checkout)) {
      context.skip('no checkout of tau-bench: set TAU_BENCH_REPO to its folder');
      return;
    }

    expect(await findDifferences(await importTo(context, checkout), recorded)).toEqual([]);
  });

  it.for(SPLITS)(
    'flags the weak tasks of %s %s, which are these',
    async ([domain, split], context) => {
      const data = await loadTauData(domain, recordedFolder(context));
      const flagged = (data.tasks.get(split) ?? []).flatMap((task, index) =>
        [...new Set(taskFlags(task, data).map(({ reason }) => reason))].map((reason) => ({
          task,
          index,
          reason,
        })),
      );
      const isIdle = ({ reason }: { reason: FlagReason }) => reason === 'do_nothing_passes';
      const idle = flagged.filter(isIdle).map(({ task, index }) => [whyIdle(task), index] as const);
      const others = flagged
        .filter((one) => !isIdle(one))
        .map(({ reason, index }) => [reason, index] as const);

      expect(collect(idle)).toEqual(IDLE[`${domain} ${split}`]);
      expect(collect(others)).toEqual(FLAGGED[`${domain} ${split}`]);
    },
  );
});
