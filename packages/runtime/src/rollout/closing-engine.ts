import {
  type EngineCapabilities,
  EngineError,
  type GenerateEngine,
  type GenerateRequest,
  type GenerateResult,
} from 'slime-sdk';
import { CallScope } from '../plugins/call-scope.ts';

/** An engine as a generate function of one episode holds it: its requests end with the episode. */
export class ClosingEngine implements GenerateEngine {
  readonly #engine: GenerateEngine;
  readonly #running = new Map<CallScope, Promise<GenerateResult>>();
  #isClosed = false;

  constructor(engine: GenerateEngine) {
    this.#engine = engine;
  }

  capabilities(): Promise<EngineCapabilities> {
    return this.#engine.capabilities();
  }

  /** @throws EngineError after `close`. */
  async generate(
    request: GenerateRequest,
    options: { signal: AbortSignal; routingKey: string },
  ): Promise<GenerateResult> {
    if (this.#isClosed) throw new EngineError('the episode is over: nothing more can be sampled');
    const scope = new CallScope(options.signal);
    const work = this.#engine.generate(request, { ...options, signal: scope.signal });
    this.#running.set(scope, work);
    try {
      return await work;
    } finally {
      scope.end();
      this.#running.delete(scope);
    }
  }

  abort(rid: string): Promise<void> {
    return this.#engine.abort(rid);
  }

  /**
   * Ends the requests that still run, and refuses further ones: what they sampled would belong to
   * no turn. Gives how many they were.
   */
  async close(): Promise<number> {
    this.#isClosed = true;
    const running = [...this.#running];
    for (const [scope] of running) scope.abort(new EngineError('the episode is over'));
    await Promise.allSettled(running.map(([, work]) => work));
    return running.length;
  }
}
