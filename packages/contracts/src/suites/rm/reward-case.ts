import fc from 'fast-check';
import type { Sample, SampleStatus } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { groupOf, type GroupOptions } from '../../arbitraries/group-of.ts';
import { buildSampleCase, type SampleCase } from '../../arbitraries/sample-case.ts';
import { sampleOf, type SampleOptions } from '../../arbitraries/sample-of.ts';
import type { World } from '../../world/world.ts';
import { exampleTexts } from './example-texts.ts';
import type { Row } from './rows.ts';
import type { RewardCase, RewardTarget } from './target.ts';

/** What a reward is called with: one sample, or for a group reward the siblings of a prompt. */
export type Batch = readonly SampleCase[];

/** UTF-16 units of the longest responses: what 32,000 tokens have, and less where time may grow. */
const LONGEST = { constant: 100_000, linear: 100_000, quadratic: 20_000, unknown: 50_000 };

/** How a sample came about. */
export interface CaseOptions {
  /** Default completed. */
  status?: Exclude<SampleStatus, 'pending'>;
  index?: number;
  /** What the environment said between the turns. */
  observation?: string;
  /** The response ends with the marker of the end of a turn. */
  marked?: boolean;
}

/** A finished sample of one turn or more that answers a row; without turns an empty one. */
export function caseOf(row: Row, texts: readonly string[], options: CaseOptions = {}): SampleCase {
  const { status = 'completed', index = 0, observation = '', marked = false } = options;
  const { prompt, label, metadata } = row;
  return buildSampleCase({
    prompt,
    label,
    metadata,
    status,
    texts,
    observation,
    index,
    groupIndex: 0,
    rolloutId: index,
    withoutMask: false,
    withoutLogProbs: false,
    marked,
  });
}

/** Adds the view that a run with these arguments would give. */
export function withView({ args }: World, { sample, turns }: SampleCase): RewardCase {
  const parsers = {
    toolCallParser: args.sglang_tool_call_parser ?? 'qwen25',
    // Without a parser nobody knows whether the model reasons; its answer is what comes after.
    reasoningParser: args.sglang_reasoning_parser ?? 'qwen3',
  };
  const read = turns.map(({ text, truncated }) => {
    const { reasoning, content, calls } = parseResponse(text, parsers);
    return { reasoning, content, calls: truncated ? [] : calls, truncated };
  });
  return {
    sample,
    view: {
      finalText: read.at(-1)?.content ?? '',
      policyText: turns.map(({ text }) => text).join('\n'),
      turns: read,
      seed: 0,
    },
  };
}

/** Batches of every kind of response. */
export function anyBatch(
  target: RewardTarget,
  options: Partial<GroupOptions> = {},
): fc.Arbitrary<Batch> {
  const from: SampleOptions = { ...worldOptions(target), ...options };
  return target.plugin.mode === 'single'
    ? sampleOf(from).map((one) => [one])
    : groupOf({ ...from, ...options });
}

/** Several batches that a reward is called with one after another; single ones are siblings. */
export function anyBatches(
  target: RewardTarget,
  { min, max }: { min: number; max: number },
): fc.Arbitrary<readonly Batch[]> {
  return target.plugin.mode === 'single'
    ? groupOf({ ...worldOptions(target), size: { min, max } }).map((group) =>
        group.map((one) => [one]),
      )
    : fc.array(anyBatch(target, { size: { min: 1, max: 4 } }), {
        minLength: min,
        maxLength: max,
        size: 'max',
      });
}

/** What samples are drawn from. */
export function worldOptions(target: RewardTarget): SampleOptions {
  const { rows, vocabulary } = target.world;
  return {
    rows,
    vocabulary,
    rights: (sample) => exampleTexts(target, 'right', sample),
    wrongs: (sample) => exampleTexts(target, 'wrong', sample),
    longest: longestOf(target),
  };
}

/** UTF-16 units of the longest responses that a reward must get through. */
export function longestOf({ isBare, plugin }: RewardTarget): number {
  return LONGEST[isBare ? 'unknown' : plugin.claims.growth];
}

/** What a report shows of a batch: what a person needs to call the reward by hand. */
export function showBatch(batch: Batch): unknown {
  const shown = batch.map(showCase);
  return shown.length === 1 ? shown[0] : shown;
}

/** What a report shows of a sample. */
function showCase({ sample, turns }: SampleCase): Partial<Sample> & { turns?: string[] } {
  const { response, label, status, metadata, prompt } = sample;
  return {
    response,
    label,
    status,
    ...(turns.length > 1 ? { turns: turns.map(({ text }) => text) } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    prompt,
  };
}
