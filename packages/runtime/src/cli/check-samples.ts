import { checkSample, formatPath, type JsonValue } from 'slime-sdk';
import { parseJsonLine } from '../rollout/data/parse-json.ts';
import { readLines } from '../rollout/data/read-lines.ts';

/** What is wrong with one sample of a dump. */
export interface SampleFinding {
  /** Counted from 1. */
  line: number;
  /** Into the sample: `rollout_log_probs[3]`. */
  path: string;
  message: string;
}

/**
 * Checks a dump of samples, one JSON object a line (`Sample.to_dict()` of slime, or ours), and
 * gives the findings of each line in turn. Memory is bounded by the longest line, besides a few
 * numbers a sample.
 *
 * @throws DataError when the file cannot be read.
 */
export async function* checkSamples(
  file: string,
  rewardKey: string | null,
): AsyncGenerator<SampleFinding[], void> {
  const identities = new Identities();
  for await (const line of readLines(file)) {
    const parsed = parseJsonLine(line);
    if (!parsed.ok) {
      const message = `column ${parsed.column}: ${parsed.message}`;
      yield [{ line: line.number, path: formatPath([]), message }];
      continue;
    }
    const issues = checkSample(parsed.value, { rewardKey }).map(({ path, message }) => ({
      line: line.number,
      path: formatPath(path),
      message,
    }));
    yield [...issues, ...identities.add(parsed.value, line.number)];
  }
}

/** Which rollout and which prompt a sample belongs to, and its line: all that is kept of it. */
interface Identity {
  line: number;
  rollout: number | null;
  group: number | null;
}

/** Holds samples of one dump against each other. */
class Identities {
  readonly #byIndex = new Map<number, Identity>();
  readonly #byRollout = new Map<number, Identity>();

  add(sample: JsonValue, line: number): SampleFinding[] {
    const index = readInteger(sample, 'index');
    const rollout = readInteger(sample, 'rollout_id');
    const group = readInteger(sample, 'group_index');
    const identity = { line, rollout, group };
    const findings: SampleFinding[] = [];
    const twin = index === null ? undefined : remember(this.#byIndex, index, identity);
    if (twin !== undefined && (rollout === null || twin.rollout !== rollout)) {
      findings.push({
        line,
        path: 'index',
        message:
          `${index} is the index of line ${twin.line} too; siblings of one rollout share a ` +
          `rollout_id, others need an index of their own (rollout_id is ${rollout} here, ` +
          `${twin.rollout} there)`,
      });
    }
    const sibling = rollout === null ? undefined : remember(this.#byRollout, rollout, identity);
    if (sibling !== undefined && sibling.group !== group) {
      findings.push({
        line,
        path: 'rollout_id',
        message:
          `${rollout} is the rollout_id of line ${sibling.line} too, which is of group ` +
          `${sibling.group}, not ${group}; the loss would take them for one rollout`,
      });
    }
    return findings;
  }
}

/** A value of another type is a finding of its own. */
function readInteger(sample: JsonValue, key: string): number | null {
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return null;
  const value = sample[key];
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

/** The one that came first under a key, if any. */
function remember(
  known: Map<number, Identity>,
  key: number,
  identity: Identity,
): Identity | undefined {
  const first = known.get(key);
  if (first === undefined) known.set(key, identity);
  return first;
}
