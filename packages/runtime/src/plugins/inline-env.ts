import type {
  InteractionEnv,
  MaybePromise,
  ResetResult,
  RolloutArgs,
  Sample,
  StepContext,
} from 'slime-sdk';
import { type CalledPlugin, callPlugin } from './call-plugin.ts';
import { CallScope } from './call-scope.ts';
import { readObservation } from './check-messages.ts';
import { readPluginConfig } from './plugin-config.ts';
import { type CallFacts, thrownFailure, type Where } from './plugin-failure.ts';
import type { EnvSession, HostedEnv, HostedStep } from './plugin-host.ts';
import { argsForPlugin, sampleForPlugin } from './plugin-inputs.ts';
import type { EnvPlugin } from './read-env.ts';
import { readBuilt, readMetrics, readReset, readSnapshot, readStep } from './validate-results.ts';

/** Hosts an environment in this process. */
export class InlineEnv implements HostedEnv {
  readonly declaration: HostedEnv['declaration'];
  readonly #env: EnvPlugin;
  readonly #plugin: CalledPlugin;
  readonly #sessions = new Set<InlineEnvSession>();

  constructor(env: EnvPlugin, plugin: CalledPlugin) {
    this.declaration = env.declaration;
    this.#env = env;
    this.#plugin = plugin;
  }

  async open(context: {
    sample: Sample;
    args: RolloutArgs;
    signal: AbortSignal;
  }): Promise<EnvSession> {
    const config = readPluginConfig(this.#env.config, context.args, this.#plugin.name);
    const sample = sampleForPlugin(context.sample);
    const args = argsForPlugin(context.args);
    const scope = new CallScope(context.signal);
    const facts = { plugin: this.#plugin.name, index: sample.index, turn: null };
    const build = { ...facts, where: 'buildEnv' } as const;
    try {
      const built: unknown = await callPlugin<unknown>(this.#plugin, {
        facts: build,
        scope,
        run: () => this.#env.build({ sample, args, config, signal: scope.signal }),
        onLate: (late) => void this.#closeStray(late, facts),
      });
      const session = new InlineEnvSession(
        await this.#readBuilt(built, build),
        this.#plugin,
        this.declaration,
        { scope, index: sample.index, onClose: () => this.#sessions.delete(session) },
      );
      this.#sessions.add(session);
      return session;
    } catch (error) {
      scope.end();
      throw error;
    }
  }

  /** Closes every session that is still open. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.close()));
  }

  async #readBuilt(built: unknown, facts: CallFacts): Promise<InteractionEnv<unknown>> {
    try {
      return readBuilt(built);
    } catch (fault) {
      await this.#closeStray(built, facts);
      throw thrownFailure(facts, fault);
    }
  }

  /** Closes what a build gave and no episode uses. */
  async #closeStray(built: unknown, facts: Omit<CallFacts, 'where'>): Promise<void> {
    if (typeof built !== 'object' || built === null) return;
    const close: unknown = Reflect.get(built, 'close');
    if (typeof close !== 'function') return;
    const error = await closing(this.#plugin, facts, () => Reflect.apply(close, built, []));
    if (error !== null) this.#plugin.log.warn(error.message);
  }
}

/** Calls `close` under a deadline of its own, which no abort shortens. */
async function closing(
  plugin: CalledPlugin,
  facts: Omit<CallFacts, 'where'>,
  run: () => MaybePromise<unknown>,
): Promise<Error | null> {
  try {
    await callPlugin(plugin, {
      facts: { ...facts, where: 'close' },
      scope: new CallScope(null),
      run,
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

class InlineEnvSession implements EnvSession {
  readonly canSnapshot: boolean;
  readonly #env: InteractionEnv<unknown>;
  readonly #plugin: CalledPlugin;
  readonly #declaration: HostedEnv['declaration'];
  readonly #scope: CallScope;
  readonly #index: number | null;
  readonly #onClose: () => void;
  #closed: Promise<Error | null> | null = null;

  constructor(
    env: InteractionEnv<unknown>,
    plugin: CalledPlugin,
    declaration: HostedEnv['declaration'],
    episode: { scope: CallScope; index: number | null; onClose: () => void },
  ) {
    this.#env = env;
    this.#plugin = plugin;
    this.#declaration = declaration;
    this.#scope = episode.scope;
    this.#index = episode.index;
    this.#onClose = episode.onClose;
    this.canSnapshot = typeof env.snapshot === 'function' && typeof env.restore === 'function';
  }

  async reset(context: { seed: number; attempt: number }): Promise<ResetResult> {
    const { signal } = this.#scope;
    return this.#call('reset', null, () => this.#env.reset({ ...context, signal }), readReset);
  }

  async step(responseText: string, context: Omit<StepContext, 'signal'>): Promise<HostedStep> {
    const { turn, truncated } = context;
    const { signal } = this.#scope;
    const { observation, ...step } = await this.#call(
      'step',
      turn,
      () => this.#env.step(responseText, { ...context, signal }),
      (result) => readStep(result, this.#declaration.reward !== null),
    );
    if (step.done || truncated) return { ...step, messages: null };
    const messages = await this.#call(
      'formatObservation',
      turn,
      () => this.#env.formatObservation(observation),
      (result) => readObservation(result, this.#declaration.observation.empty),
    );
    return { ...step, messages };
  }

  async snapshot(): Promise<unknown> {
    return this.#call('snapshot', null, () => this.#env.snapshot?.(), readSnapshot);
  }

  async restore(snapshot: unknown): Promise<void> {
    const copy: unknown = structuredClone(snapshot);
    await this.#call(
      'restore',
      null,
      () => this.#env.restore?.(copy),
      () => undefined,
    );
  }

  async metrics(): Promise<Record<string, number>> {
    // What went past its deadline ended the episode's scope, and still cost something.
    const scope = this.#scope.signal.aborted ? new CallScope(null) : this.#scope;
    return this.#call('metrics', null, () => this.#env.metrics?.() ?? {}, readMetrics, scope);
  }

  close(): Promise<Error | null> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<Error | null> {
    const error = await closing(this.#plugin, this.#facts(null), () => this.#env.close());
    this.#scope.end();
    this.#onClose();
    return error;
  }

  async #call<Raw, T>(
    where: Where,
    turn: number | null,
    run: () => MaybePromise<Raw>,
    read: (raw: Raw) => T,
    scope = this.#scope,
  ): Promise<T> {
    const facts: CallFacts = { ...this.#facts(turn), where };
    const raw = await callPlugin(this.#plugin, { facts, scope, run });
    try {
      return read(raw);
    } catch (fault) {
      throw thrownFailure(facts, fault);
    }
  }

  #facts(turn: number | null): Omit<CallFacts, 'where'> {
    return { plugin: this.#plugin.name, index: this.#index, turn };
  }
}
