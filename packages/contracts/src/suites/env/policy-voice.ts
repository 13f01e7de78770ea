import type { JsonValue, StepContext, ToolSpec } from 'slime-sdk';
import { collectSeen } from '../../arbitraries/collect-seen.ts';
import { speak, type Spoken } from '../../arbitraries/speak.ts';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import type { EpisodeStart } from './episode-start.ts';
import type { EnvTarget } from './target.ts';
import { callFormatOf, readTurn, type Response } from './turn-reader.ts';

/** Values that a policy remembers. */
const MOST_SEEN = 800;

/** A turn of the policy: a plan, worded by what was seen, or the very words. */
export type PlayedTurn = TurnPlan | Response;

/** Puts the turns of one episode into words, out of what the env has said. */
export class PolicyVoice {
  readonly #target: EnvTarget;
  readonly #start: EpisodeStart;
  readonly #tools: readonly ToolSpec[];
  /** By type and text, the newest last. */
  readonly #seen = new Map<string, JsonValue>();

  /** `messages`: what the policy sees first. */
  constructor(
    target: EnvTarget,
    start: EpisodeStart,
    first: { tools: readonly ToolSpec[]; messages: unknown },
  ) {
    this.#target = target;
    this.#start = start;
    this.#tools = first.tools;
    this.hear(start.sample.metadata);
    this.hear(first.messages);
  }

  /** The words of a turn and what `step` is given with them. */
  say(played: PlayedTurn, turn: number): { spoken: Spoken; context: Omit<StepContext, 'signal'> } {
    const { args } = this.#target.world;
    const { sample, seed } = this.#start;
    const spoken: Spoken =
      'picks' in played
        ? speak(played, {
            tools: this.#tools,
            format: callFormatOf(args),
            seen: [...this.#seen.values()].slice(-MOST_SEEN),
            label: sample.label,
            right: null,
            turn,
          })
        : { ...played, kind: 'prose', calls: [] };
    return { spoken, context: readTurn(spoken, { args, tools: this.#tools, turn, seed }) };
  }

  /** Takes in what the env answered; what is said again is said last. */
  hear(messages: unknown): void {
    for (const value of collectSeen(messages)) {
      const identity = typeof value === 'string' ? value : `\0${JSON.stringify(value)}`;
      this.#seen.delete(identity);
      this.#seen.set(identity, value);
    }
  }
}
