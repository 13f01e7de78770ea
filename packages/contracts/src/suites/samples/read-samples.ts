import { readLines } from 'slime-runtime/hosting';
import {
  checkSample,
  type JsonValue,
  type Sample,
  type SampleIssue,
  sampleSchema,
} from 'slime-sdk';
import { parsePythonJson } from './python-json.ts';
import type { StoredSample } from './sample-check.ts';

/** What a line of a dump holds. */
export interface ReadLine {
  line: number;
  /** Why it is no JSON object of a sample or of samples; null when it is. */
  fault: string | null;
  /** Where the first bare NaN or Infinity stands; null where there is none. */
  bareColumn: number | null;
  samples: readonly StoredSample[];
}

/**
 * Reads a dump line by line: a sample each, or `{ rollout_id, samples: [...] }` as slime's debug
 * dumps hold it. Memory is bounded by the longest line.
 *
 * @throws DataError when the file cannot be read.
 */
export async function* readSamples(
  file: string,
  rewardKey: string | null,
): AsyncGenerator<ReadLine, void> {
  for await (const text of readLines(file)) {
    const line = text.number;
    const parsed = parsePythonJson(text);
    const { bareColumn } = parsed;
    if (!parsed.ok) {
      yield { line, fault: `column ${parsed.column}: ${parsed.message}`, bareColumn, samples: [] };
      continue;
    }
    const values = samplesOf(parsed.value);
    yield {
      line,
      fault: values === null ? 'neither a sample nor { rollout_id, samples: [...] }' : null,
      bareColumn,
      samples: (values ?? []).map(({ value, prefix }) => ({
        line,
        prefix,
        value,
        ...examine(value, rewardKey),
      })),
    };
  }
}

function samplesOf(
  value: JsonValue,
): { value: JsonValue; prefix: readonly PropertyKey[] }[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { samples } = value;
  if (samples === undefined) return [{ value, prefix: [] }];
  if (!Array.isArray(samples)) return null;
  return samples.map((item, at) => ({ value: item, prefix: ['samples', at] }));
}

/** A sample of this value, null where its shape is broken, and what it breaks. */
function examine(
  value: JsonValue,
  rewardKey: string | null,
): { sample: Sample | null; issues: SampleIssue[] } {
  const wrong = wrongReward(value);
  const plain = wrong === null ? value : { ...Object(value), reward: null };
  const issues = checkSample(plain, { rewardKey });
  if (wrong !== null) issues.push({ code: 'reward', path: ['reward'], message: wrong.message });
  // Metadata is walked by checkSample, which gives better paths; NaN in it breaks no shape.
  const parsed = issues.some(({ code }) => code === 'shape')
    ? null
    : sampleSchema.safeParse({ ...Object(plain), metadata: {} });
  if (parsed?.success !== true) return { sample: null, issues };
  const sample: Sample = { ...parsed.data, metadata: metadataOf(plain) };
  return { sample: wrong === null ? sample : { ...sample, reward: wrong.reward }, issues };
}

/** What is no reward to the schema, though all else of the sample can be looked at. */
function wrongReward(value: JsonValue): { reward: number; message: string } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { reward } = value;
  if (typeof reward === 'number') {
    return Number.isFinite(reward) ? null : { reward, message: `${reward} is not finite` };
  }
  if (typeof reward === 'boolean') {
    return {
      reward: Number(reward),
      message: `${reward} is a boolean, not a number: write ${Number(reward)}`,
    };
  }
  if (typeof reward !== 'string') return null;
  const text = JSON.stringify(reward.length > 40 ? `${reward.slice(0, 40)}…` : reward);
  return { reward: Number.NaN, message: `${text} is a string, not a number` };
}

function metadataOf(value: JsonValue): Sample['metadata'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const { metadata } = value;
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
    ? metadata
    : {};
}
