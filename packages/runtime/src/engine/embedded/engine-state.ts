import type { Encoder, Logger, Policy, Sample } from 'slime-sdk';
import type { EngineTap } from './engine-tap.ts';
import type { FaultPicker } from './fault-picker.ts';
import type { FaultKind } from './fault-plan.ts';
import type { Ledger } from './ledger.ts';
import type { PrefixCache } from './prefix-cache.ts';
import type { ExpertShape } from './replay-arrays.ts';
import type { Scheduler } from './scheduler.ts';

/** How long a generation takes: `spread` 0.5 means ±50 %, drawn by what is asked. */
export type Latency = { meanMs: number; spread?: number } | { tokensPerSecond: number };

/** Counts of an embedded engine since its start. */
export interface EngineStats {
  /** `/generate` requests that arrived. */
  requests: number;
  /** Replies with status 200 that were sent whole. */
  replies: number;
  /** Refused requests by HTTP status. */
  refused: Record<string, number>;
  /** Faults of the plan that struck, by kind. */
  faults: Partial<Record<FaultKind, number>>;
  /** Generations whose ids were sampled, and the number of ids. */
  sampled: number;
  tokens: number;
  /** Generations that ended by an abort, and by a client that left. */
  aborted: number;
  disconnected: number;
  /** Policies that threw or gave no reply. */
  policyFaults: number;
  ledgerEntries: number;
}

/** What the endpoints of one engine share. */
export interface EngineState {
  readonly encoder: Encoder;
  readonly policy: Policy;
  readonly sampleOf: ((routingKey: string) => Sample | undefined) | undefined;
  readonly contextLength: number;
  readonly seed: number;
  readonly latency: Latency | undefined;
  readonly retokenizePictures: boolean;
  readonly experts: ExpertShape | undefined;
  readonly modelPath: string;
  readonly log: Logger | undefined;
  readonly tap: EngineTap | undefined;
  readonly scheduler: Scheduler;
  readonly cache: PrefixCache;
  readonly ledger: Ledger | undefined;
  readonly faults: FaultPicker | undefined;
  readonly stallMs: number;
  readonly stats: EngineStats;
  weightVersion: string;
  /** Address of the running server. */
  url: string;
}

/** Statistics of an engine that has done nothing. */
export function createStats(): EngineStats {
  return {
    requests: 0,
    replies: 0,
    refused: {},
    faults: {},
    sampled: 0,
    tokens: 0,
    aborted: 0,
    disconnected: 0,
    policyFaults: 0,
    ledgerEntries: 0,
  };
}
