import type { PlacedForm, RewardView, RolloutArgs, Sample, StepContext } from 'slime-sdk';
import type { PreparedModule } from './import-module.ts';
import type { Where } from './plugin-failure.ts';
import type { ResolvedPlugin } from './resolve-plugin.ts';

/** A plugin that a child is to load. */
export interface ChildPlugin {
  /** Names it in later requests. */
  key: number;
  kind: 'env' | 'single' | 'group';
  resolved: ResolvedPlugin;
  prepared: PreparedModule;
}

/** What a child is asked; one reply each. */
export type ChildRequest =
  | { op: 'load'; plugin: ChildPlugin; args: RolloutArgs; seconds: number; importId: string }
  | { op: 'open'; key: number; sample: Sample; args: RolloutArgs }
  | { op: 'reset'; context: { seed: number; attempt: number } }
  | { op: 'step'; responseText: string; context: Omit<StepContext, 'signal'> }
  | { op: 'snapshot' }
  | { op: 'restore'; snapshot: unknown }
  | { op: 'metrics' }
  | { op: 'close' }
  | {
      op: 'score';
      key: number;
      args: RolloutArgs;
      samples: Sample[];
      views: Omit<RewardView, 'signal'>[];
    };

/** What goes to a child. */
export type ToChild =
  | { id: number; request: ChildRequest; forms: readonly PlacedForm[] }
  | { abort: string };

/** An error on its way to another process. */
export interface WireError {
  /** Null for an error that is none of ours. */
  code: string | null;
  name: string;
  message: string;
  stack: string | null;
  data: Record<string, unknown>;
  cause: WireError | null;
}

/** What comes from a child. */
export type FromChild =
  | { type: 'ready' }
  /** `dirty`: a call of this process was abandoned and may still run. */
  | {
      type: 'reply';
      id: number;
      value?: unknown;
      /** How numbers within the value were written, which the channel does not carry. */
      forms?: readonly PlacedForm[];
      error?: WireError;
      dirty: boolean;
    }
  /** Within a request the plugin is called a second time. */
  | { type: 'call'; where: Where; turn: number | null }
  | { type: 'log'; level: 'debug' | 'info' | 'warn' | 'error'; message: string }
  /** It threw where nobody waits: from a timer, an event, an unhandled rejection. */
  | { type: 'crash'; reason: string };

const TYPES: ReadonlySet<unknown> = new Set(['ready', 'reply', 'call', 'log', 'crash']);

/** Whether a message is of this protocol; a plugin may send others. */
export function isFromChild(message: unknown): message is FromChild {
  return (
    typeof message === 'object' && message !== null && 'type' in message && TYPES.has(message.type)
  );
}
