import type { JsonObject, Message, ResetResult, RolloutArgs, Sample, StepContext } from 'slime-sdk';
import { z } from 'zod';
import type { ChildRequest } from './child-protocol.ts';
import { ChildEpisode } from './child-episode.ts';
import type { CallFacts, Where } from './plugin-failure.ts';
import type { EnvSession, HostedEnv, HostedEnvDeclaration, HostedStep } from './plugin-host.ts';
import { sampleForPlugin } from './plugin-inputs.ts';
import type { ProcessPlugin } from './process-plugin.ts';
import { isObject } from './result-fault.ts';
import { readMetrics, readReset } from './validate-results.ts';

// What a child sends was checked in it; here it only gets its type back.
const openedSchema = z.object({ canSnapshot: z.boolean() });
const stepSchema = z.object({
  messages: z.array(z.custom<Message>(isObject)).nullable(),
  done: z.boolean(),
  info: z.custom<JsonObject>(isObject).nullable(),
  reward: z.number().nullable(),
});

/** Hosts an environment in child processes, one live episode in each. */
export class ProcessEnv implements HostedEnv {
  readonly declaration: HostedEnvDeclaration;
  readonly #plugin: ProcessPlugin;
  readonly #seconds: number;
  readonly #sessions = new Set<ProcessEnvSession>();

  constructor(declaration: HostedEnvDeclaration, plugin: ProcessPlugin, seconds: number) {
    this.declaration = declaration;
    this.#plugin = plugin;
    this.#seconds = seconds;
  }

  async open(context: {
    sample: Sample;
    args: RolloutArgs;
    signal: AbortSignal;
  }): Promise<EnvSession> {
    const { args, signal } = context;
    const sample = sampleForPlugin(context.sample);
    const facts = { plugin: `env "${this.declaration.name}"`, index: sample.index, turn: null };
    const build: CallFacts = { ...facts, where: 'buildEnv' };
    const child = await this.#plugin.acquire(build, signal, this.#seconds);
    const episode = new ChildEpisode(child, signal, this.#seconds);
    try {
      const { key } = this.#plugin;
      const opened = await episode.request({ op: 'open', key, sample, args }, build);
      const { canSnapshot } = openedSchema.parse(opened);
      const session = new ProcessEnvSession(episode, facts, {
        canSnapshot,
        onClose: () => {
          this.#sessions.delete(session);
          this.#plugin.pool.release(child, this.#seconds);
        },
      });
      this.#sessions.add(session);
      return session;
    } catch (error) {
      episode.end();
      this.#plugin.pool.release(child, this.#seconds);
      throw error;
    }
  }

  /** Closes every session that is still open. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.close()));
  }
}

class ProcessEnvSession implements EnvSession {
  readonly canSnapshot: boolean;
  readonly #episode: ChildEpisode;
  readonly #facts: Omit<CallFacts, 'where'>;
  readonly #onClose: () => void;
  #closed: Promise<Error | null> | null = null;

  constructor(
    episode: ChildEpisode,
    facts: Omit<CallFacts, 'where'>,
    options: { canSnapshot: boolean; onClose: () => void },
  ) {
    this.#episode = episode;
    this.#facts = facts;
    this.canSnapshot = options.canSnapshot;
    this.#onClose = options.onClose;
  }

  async reset(context: { seed: number; attempt: number }): Promise<ResetResult> {
    return readReset(await this.#request('reset', { op: 'reset', context }));
  }

  async step(responseText: string, context: Omit<StepContext, 'signal'>): Promise<HostedStep> {
    const request = { op: 'step', responseText, context } as const;
    return stepSchema.parse(await this.#request('step', request, context.turn));
  }

  snapshot(): Promise<unknown> {
    return this.#request('snapshot', { op: 'snapshot' });
  }

  async restore(snapshot: unknown): Promise<void> {
    await this.#request('restore', { op: 'restore', snapshot });
  }

  async metrics(): Promise<Record<string, number>> {
    return readMetrics(await this.#request('metrics', { op: 'metrics' }));
  }

  close(): Promise<Error | null> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<Error | null> {
    try {
      await this.#request('close', { op: 'close' });
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#episode.end();
      this.#onClose();
    }
  }

  #request(where: Where, request: ChildRequest, turn: number | null = null): Promise<unknown> {
    return this.#episode.request(request, { ...this.#facts, where, turn });
  }
}
