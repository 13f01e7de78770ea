import { setImmediate } from 'node:timers/promises';
import { isSlimeError, type RolloutArgs } from 'slime-sdk';
import { type Grader, graders } from 'slime-sdk/rewards';
import type { DatasetRow } from './data/index.ts';
import { rowError } from './data/row-error.ts';
import {
  isLocal,
  type LocalType,
  readType,
  knownType,
  type RewardType,
  ROW_TYPE,
  rowType,
  unknownType,
} from './reward-type.ts';

/** How long rows are checked before others have their turn on the event loop. */
const SLICE_MS = 10;

/**
 * Refuses rows that the built-in reward could not grade: by an unknown type, or by a label or
 * metadata that their grader cannot read. A label that other rows have, too, is read once. What a
 * service of `remote_rm` can grade is not known, nor what a custom generate function makes of a row
 * without a label: it may give it one.
 *
 * @throws ConfigError for an unknown `--rm-type`; DataError that names the first one by file, line and row, and says what is wrong.
 */
export async function assertGradable(
  args: Pick<RolloutArgs, 'rm_type' | 'label_key' | 'custom_generate_function_path'>,
  rows: readonly DatasetRow[],
): Promise<void> {
  const fallback = args.rm_type === null ? null : readType(args.rm_type, '--rm-type');
  const known = new Set<string>();
  let start = performance.now();
  for (const row of rows) {
    const type = typeOf(row, fallback);
    if (!isLocal(type) || (args.custom_generate_function_path !== null && lacksLabel(type, row))) {
      continue;
    }
    const key = keyOf(type, row);
    if (key !== null && known.has(key)) continue;
    await assertRead(type, row, args.label_key);
    if (key !== null) known.add(key);
    if (performance.now() - start < SLICE_MS) continue;
    await setImmediate();
    start = performance.now();
  }
}

function typeOf({ metadata, place }: DatasetRow, fallback: RewardType | null): RewardType {
  const own = rowType(metadata);
  if (own !== null) {
    const type = knownType(own);
    if (type === null) throw rowError(place, unknownType(ROW_TYPE, own));
    return type;
  }
  if (fallback !== null) return fallback;
  throw rowError(place, 'no metadata.rm_type, which other rows have: add it, or give --rm-type');
}

function lacksLabel(type: LocalType, { label }: DatasetRow): boolean {
  const { reads }: Grader = graders[type];
  return label === null && reads?.includes('label') === true;
}

/** What rows have in common that are graded by the same answer; null where that is more than a label. */
function keyOf(type: LocalType, { label }: DatasetRow): string | null {
  const { reads }: Grader = graders[type];
  if (reads?.includes('metadata') !== false) return null;
  return typeof label === 'string' || typeof label === 'number'
    ? `${type} ${typeof label} ${label}`
    : null;
}

/** A grader reads the row before the response: an empty one is enough. */
async function assertRead(
  type: LocalType,
  row: DatasetRow,
  labelKey: string | null,
): Promise<void> {
  try {
    await graders[type].grade({ policyText: '', seed: 0 }, row);
  } catch (error) {
    if (!isSlimeError(error) || error.code !== 'SLIME_DATA') throw error;
    const hint = labelKey === null && lacksLabel(type, row) ? '; --label-key names its column' : '';
    throw rowError(row.place, `${error.message}${hint}`, error);
  }
}
