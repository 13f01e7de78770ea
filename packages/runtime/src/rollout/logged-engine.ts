import type {
  EngineCapabilities,
  GenerateEngine,
  GenerateRequest,
  GenerateResult,
} from 'slime-sdk';
import { assertPromptAsRead } from './assert-prompt-as-read.ts';
import type { TurnLog } from './turn-log.ts';

/** An engine whose every request of one episode is written into the turn log. */
export class LoggedEngine implements GenerateEngine {
  readonly #engine: GenerateEngine;
  readonly #log: TurnLog;

  constructor(engine: GenerateEngine, log: TurnLog) {
    this.#engine = engine;
    this.#log = log;
  }

  capabilities(): Promise<EngineCapabilities> {
    return this.#engine.capabilities();
  }

  generate(
    request: GenerateRequest,
    options: { signal: AbortSignal; routingKey: string },
  ): Promise<GenerateResult> {
    return this.#log.requesting(request.input_ids.length, async () => {
      const result = await this.#engine.generate(request, options);
      assertPromptAsRead(request, result);
      return result;
    });
  }

  abort(rid: string): Promise<void> {
    return this.#engine.abort(rid);
  }
}
