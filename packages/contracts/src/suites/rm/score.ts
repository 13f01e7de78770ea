import { isSlimeError } from 'slime-sdk';
import type { SampleCase } from '../../arbitraries/sample-case.ts';
import type { Attempt, Trial } from '../../trial.ts';
import { type Batch, caseOf, type CaseOptions, withView } from './reward-case.ts';
import type { Row } from './rows.ts';
import type { RewardTarget } from './target.ts';

/** Calls the reward with copies; what it throws is given. */
export function tryScore(
  target: RewardTarget,
  trial: Trial,
  batch: Batch,
  where = 'reward',
): Promise<Attempt<unknown>> {
  const cases = batch.map((one) => withView(target.world, one));
  return trial.attempt(where, () => target.score(cases));
}

/** Gives the raw result. A throw leaves the case: that a reward throws is for other checks to say. */
export async function score(
  target: RewardTarget,
  trial: Trial,
  batch: Batch,
  where = 'reward',
): Promise<unknown> {
  const attempt = await tryScore(target, trial, batch, where);
  trial.require(attempt.ok);
  return attempt.value;
}

/** What each sample of a batch earns. A throw, or a result that is no reward, leaves the case. */
export async function scorePays(
  target: RewardTarget,
  trial: Trial,
  batch: Batch,
  where = 'reward',
): Promise<number[]> {
  const pays = readPays(target, await score(target, trial, batch, where), batch.length);
  trial.require(pays !== null);
  return pays;
}

/** The results of a call one by one: that of a single reward, or those of the group; null if it is no list. */
export function resultsOf({ plugin }: RewardTarget, raw: unknown): readonly unknown[] | null {
  return listResults(plugin.mode, raw);
}

/** The numbers that would be trained on; null when a result is no reward, or one is missing. */
export function readPays(target: RewardTarget, raw: unknown, count: number): number[] | null {
  return readPaysOf(target.plugin.mode, raw, count, target.world.args.reward_key);
}

/** The same for a reward of either mode. */
export function readPaysOf(
  mode: 'single' | 'group',
  raw: unknown,
  count: number,
  key: string | null,
): number[] | null {
  const results = listResults(mode, raw);
  if (results === null || results.length !== count) return null;
  const pays = results.map((item) => payOf(item, key));
  return pays.every((pay) => pay !== null) ? pays : null;
}

function listResults(mode: 'single' | 'group', raw: unknown): readonly unknown[] | null {
  if (mode === 'single') return [raw];
  return Array.isArray(raw) ? Array.from(raw) : null;
}

function payOf(item: unknown, key: string | null): number | null {
  const value: unknown =
    key === null || typeof item !== 'object' || item === null ? item : Reflect.get(item, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * What responses to a row earn: each alone, or for a group reward side by side in one group, since
 * there a response earns what it earns among its siblings. Null where the reward throws or gives
 * no number.
 */
export async function tryPays(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  texts: readonly string[],
  options: CaseOptions = {},
): Promise<(number | null)[]> {
  if (target.plugin.mode === 'group') {
    const group = texts.map((text, index) => caseOf(row, [text], { ...options, index }));
    const pays = await tryBatch(target, trial, group);
    return pays ?? texts.map(() => null);
  }
  const pays: (number | null)[] = [];
  for (const text of texts) {
    const pay = await tryBatch(target, trial, [caseOf(row, [text], options)]);
    pays.push(pay?.[0] ?? null);
  }
  return pays;
}

/** The same; where one of them earns nothing that can be read, the case is left. */
export async function requirePays(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  texts: readonly string[],
  options: CaseOptions = {},
): Promise<number[]> {
  const pays = allPays(await tryPays(target, trial, row, texts, options));
  trial.require(pays !== null);
  return pays;
}

/** The pays, where all are known. */
export function allPays(pays: readonly (number | null)[]): number[] | null {
  return pays.includes(null) ? null : pays.flatMap((pay) => pay ?? []);
}

async function tryBatch(
  target: RewardTarget,
  trial: Trial,
  batch: readonly SampleCase[],
): Promise<number[] | null> {
  const attempt = await tryScore(target, trial, batch);
  return attempt.ok ? readPays(target, attempt.value, batch.length) : null;
}

/** Whether a throw says that a row cannot be used, which a reward may: `DataError` of slime-sdk. */
export function isRefusal(thrown: unknown): boolean {
  return isSlimeError(thrown) && thrown.code === 'SLIME_DATA';
}

/** Whether two pays are the same but for the rounding of sums in another order. */
export function isSamePay(left: number, right: number): boolean {
  const size = Math.max(1, Math.abs(left), Math.abs(right));
  return left === right || (size < Infinity && Math.abs(left - right) <= 1e-6 * size);
}
