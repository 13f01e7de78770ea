import { copyPlain } from 'slime-runtime/hosting';
import {
  createSample,
  type JsonObject,
  type JsonValue,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import type { World } from '../../../world/world.ts';
import type { ReplyPlan } from '../stage/reply-plan.ts';
import type { Trouble } from '../stage/trouble.ts';

/** A row that is made up, where the user has none. */
export interface MadeUpRow {
  prompt: string;
  label: JsonValue;
  metadata: JsonObject;
}

/** One episode: what the plugin is called with, and what the engine does. Plain data. */
export interface EpisodeCase {
  /** Number of the user's row, or a made-up one. */
  row: number | MadeUpRow;
  /** `Sample.index`. */
  index: number;
  evaluation: boolean;
  /** `rollout_max_response_len`, in tokens. */
  response: number;
  /** `rollout_max_context_len`, in tokens. */
  context: number | null;
  maxTurns: number;
  replies: readonly ReplyPlan[];
  troubles: readonly Trouble[];
  /** Turns end by a stop string: the user's `rollout_stop`, or {@link STOP_TEXT} where there is none. */
  endsByText: boolean;
}

/** A stop string as runs have them. */
export const STOP_TEXT = '</answer>';

/** Siblings of a prompt, as far as indices say. */
const SIBLINGS = 4;

/** Begins the keys of all episodes. */
const NONCE = 'c0117ac7';

/** Builds the sample that slime would hand over; each call a new one. */
export function sampleOfCase(input: EpisodeCase, world: World): Sample {
  const { row, index, evaluation } = input;
  const content = typeof row === 'number' ? world.rows[row] : madeUp(row, world.args);
  if (content === undefined) throw new TypeError('there is no such row');
  return {
    ...createSample(),
    ...copyPlain(content),
    index,
    group_index: evaluation ? null : Math.floor(index / SIBLINGS),
    session_id: sessionOfCase(input),
  };
}

/** Session id and routing key of an episode; of one length. */
export function sessionOfCase({ index }: EpisodeCase): string {
  return `${NONCE}-00-${String(index).padStart(10, '0')}`;
}

/** The arguments of an episode: the user's, with the case's limits and the engine's address. */
export function argsOfCase(
  input: EpisodeCase,
  world: World,
  engine: { host: string; port: number },
): RolloutArgs {
  const args = copyPlain(world.args);
  const stop = args.rollout_stop ?? [];
  return {
    ...args,
    ...(input.endsByText && { rollout_stop: stop.length > 0 ? stop : [STOP_TEXT] }),
    rollout_max_response_len: input.response,
    rollout_max_context_len: input.context,
    max_turns: input.maxTurns,
    sglang_router_ip: engine.host,
    sglang_router_port: engine.port,
  };
}

/** What a report shows of a case. */
export function showCase(input: EpisodeCase, { world }: { world: World }): unknown {
  const { prompt, label, metadata } = sampleOfCase(input, world);
  const { row: _, endsByText, ...rest } = input;
  return { prompt, label, metadata, ...rest, ...(endsByText && { endsByText }) };
}

function madeUp({ prompt, label, metadata }: MadeUpRow, args: RolloutArgs): Partial<Sample> {
  return {
    prompt: args.apply_chat_template ? [{ role: 'user', content: prompt }] : prompt,
    label,
    metadata,
  };
}
