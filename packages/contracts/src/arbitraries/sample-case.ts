import {
  createSample,
  type JsonObject,
  type JsonValue,
  type Message,
  type RewardView,
  type Sample,
  type SampleStatus,
} from 'slime-sdk';
import { parseResponse, type ParseResponseOptions } from 'slime-sdk/parsers';
import { copyJson } from './copy-json.ts';
import { END_OF_TURN } from './response-text.ts';

/** One turn of the policy in a finished sample. */
export interface CaseTurn {
  /** All that was sampled, without the end token. */
  text: string;
  reasoning: string;
  /** Without reasoning and calls. */
  content: string;
  truncated: boolean;
}

/** A finished sample, as a reward function gets it, and the policy's own words in it. */
export interface SampleCase {
  sample: Sample;
  turns: CaseTurn[];
}

/** What a sample is built of. */
export interface SampleParts {
  prompt: Sample['prompt'];
  label: JsonValue;
  metadata: JsonObject;
  status: Exclude<SampleStatus, 'pending'>;
  /** The last turn was not ended by the policy. Default: where it is not completed. */
  cut?: boolean;
  /** The policy's turns. */
  texts: readonly string[];
  /** What the environment said after each turn but the last. */
  observation: string;
  index: number;
  groupIndex: number;
  rolloutId: number;
  /** Leaves out the mask where all was sampled, or the log-probabilities. */
  withoutMask: boolean;
  withoutLogProbs: boolean;
  /** The text of an ended turn has the marker of its end. */
  marked: boolean;
}

const PARSERS: Pick<ParseResponseOptions, 'toolCallParser' | 'reasoningParser'> = {
  toolCallParser: 'qwen25',
  reasoningParser: 'qwen3',
};
const END_ID = 151645;
const BLANK_ID = 220;
/** Ids of a text: few, so that long texts stay cheap. */
const MOST_IDS = 7;

/**
 * Builds a finished sample whose tokens, mask, log-probabilities and response agree. Ids are made
 * up: one for each of the first characters of a text.
 */
export function buildSampleCase(parts: SampleParts): SampleCase {
  const { status, texts, cut = status !== 'completed' } = parts;
  if (status === 'failed') return { sample: blankSample(parts), turns: [] };
  const turns = texts.map((text, at): CaseTurn => {
    const truncated = cut && status === 'truncated' && at === texts.length - 1;
    const { reasoning, content } = parseResponse(text, PARSERS);
    return { text, reasoning, content, truncated };
  });
  const ids: number[] = [];
  const mask: number[] = [];
  let response = '';
  for (const [at, text] of texts.entries()) {
    const isLast = at === texts.length - 1;
    const sampled = idsOf(text);
    if (!isLast || !cut) sampled.push(END_ID);
    else if (sampled.length === 0) sampled.push(BLANK_ID);
    ids.push(...sampled);
    mask.push(...sampled.map(() => 1));
    response += text;
    if (isLast) break;
    const observation = bridge(parts.observation);
    const observed = idsOf(observation);
    ids.push(...observed);
    mask.push(...observed.map(() => 0));
    response += observation;
  }
  const sample: Sample = {
    ...blankSample(parts),
    tokens: [...promptIds(parts.prompt), ...ids],
    response: parts.marked && !cut ? response + END_OF_TURN : response,
    response_length: ids.length,
    loss_mask: parts.withoutMask && !mask.includes(0) ? null : mask,
    rollout_log_probs: parts.withoutLogProbs
      ? null
      : mask.map((bit, at) => (bit === 0 ? 0 : 0 - (at % 7) / 8)),
    weight_versions: texts.map(() => '0'),
  };
  return { sample, turns };
}

function blankSample({ prompt, label, metadata, status, ...parts }: SampleParts): Sample {
  return createSample({
    prompt: typeof prompt === 'object' ? copyMessages(prompt) : prompt,
    label: copyJson(label),
    metadata: copyJson(metadata),
    status,
    index: parts.index,
    group_index: parts.groupIndex,
    rollout_id: parts.rolloutId,
    remove_sample: status === 'failed' || status === 'aborted',
    session_id: `session-${parts.rolloutId}`,
  });
}

function copyMessages(messages: readonly Message[]): Message[] {
  return structuredClone([...messages]);
}

function bridge(observation: string): string {
  return `${END_OF_TURN}\n<|im_start|>user\n${observation}${END_OF_TURN}\n<|im_start|>assistant\n`;
}

function promptIds(prompt: Sample['prompt']): number[] {
  const text = typeof prompt === 'object' ? '' : `${prompt}`;
  return [151644, ...idsOf(text).slice(0, 5)];
}

function idsOf(text: string): number[] {
  const ids: number[] = [];
  const count = Math.min(text.length, MOST_IDS);
  for (let at = 0; at < count; at += 1) ids.push(text.charCodeAt(at) & 0xff);
  return ids;
}

/**
 * The policy's own words, as the runtime gives them to a reward function; the seed is 0.
 * `parsers`: `--sglang-tool-call-parser` and `--sglang-reasoning-parser`, default qwen25 and qwen3.
 */
export function rewardViewOf(
  { turns }: SampleCase,
  parsers: ParseResponseOptions = PARSERS,
): Omit<RewardView, 'signal'> {
  const read = turns.map(({ text, truncated }) => {
    const { reasoning, content, calls } = parseResponse(text, parsers);
    return { reasoning, content, calls: truncated ? [] : calls, truncated };
  });
  return {
    finalText: read.at(-1)?.content ?? '',
    policyText: turns.map(({ text }) => text).join('\n'),
    turns: read,
    seed: 0,
  };
}
