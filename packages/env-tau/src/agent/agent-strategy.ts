import type { Message, StepContext, ToolSpec } from 'slime-sdk';
import type { PyValue } from '../python/value.ts';

/** One thing that the agent wants done in a turn. */
export type AgentAction =
  | { readonly kind: 'call'; readonly name: string; readonly kwargs: PyValue }
  | { readonly kind: 'respond'; readonly content: string; readonly isCall: boolean }
  /** It cannot be carried out; `problem` says why, to the agent. */
  | { readonly kind: 'fault'; readonly name: string | null; readonly problem: string };

/** What came of an action. */
export interface AgentAnswer {
  readonly action: AgentAction;
  readonly text: string;
  /** Whether the user said it. */
  readonly isUser: boolean;
}

/** What an agent reads before its first turn. */
export interface AgentBriefing {
  readonly system: string;
  /** For the chat template; absent where they stand in the system prompt. */
  readonly tools?: readonly ToolSpec[];
}

/** A form in which an agent is told of its tools, and writes what it wants done. */
export interface AgentStrategy {
  /** @param seed The episode's: the same for the samples of a prompt. */
  brief(seed: number): AgentBriefing;
  /** The actions of a turn, in order, at least one. */
  read(turn: Pick<StepContext, 'calls' | 'content'>): AgentAction[];
  /** What the agent sees of the answers. */
  show(answers: readonly AgentAnswer[]): Message[];
}
