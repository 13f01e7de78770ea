import {
  type Encoder,
  type EngineCapabilities,
  EngineError,
  type GenerateEngine,
  type GenerateRequest,
  type GenerateResult,
} from 'slime-sdk';
import { CallScope } from '../plugins/call-scope.ts';
import { assertNoPlaceholder } from './assert-no-placeholder.ts';
import { assertPromptAsRead } from './assert-prompt-as-read.ts';
import type { TurnLog } from './turn-log.ts';

/** An engine whose every request of one episode is written into the turn log. */
export class LoggedEngine implements GenerateEngine {
  readonly #engine: GenerateEngine;
  readonly #log: TurnLog;
  readonly #padId: number | undefined;
  readonly #running = new Map<CallScope, Promise<GenerateResult>>();
  #isClosed = false;

  constructor(engine: GenerateEngine, log: TurnLog, encoder: Encoder) {
    this.#engine = engine;
    this.#log = log;
    this.#padId = encoder.imagePadId;
  }

  capabilities(): Promise<EngineCapabilities> {
    return this.#engine.capabilities();
  }

  async generate(
    request: GenerateRequest,
    options: { signal: AbortSignal; routingKey: string },
  ): Promise<GenerateResult> {
    if (this.#isClosed) throw new EngineError('the episode is over: nothing more can be sampled');
    const scope = new CallScope(options.signal);
    const work = this.#log.requesting(request.input_ids.length, async () => {
      const result = await this.#engine.generate(request, { ...options, signal: scope.signal });
      assertPromptAsRead(request, result);
      assertNoPlaceholder(request, result, this.#padId);
      return result;
    });
    this.#running.set(scope, work);
    try {
      return await work;
    } finally {
      scope.end();
      this.#running.delete(scope);
    }
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

  abort(rid: string): Promise<void> {
    return this.#engine.abort(rid);
  }
}
