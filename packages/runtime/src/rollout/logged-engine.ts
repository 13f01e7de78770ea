import type {
  Encoder,
  EngineCapabilities,
  GenerateEngine,
  GenerateRequest,
  GenerateResult,
} from 'slime-sdk';
import { assertNoPlaceholder } from './assert-no-placeholder.ts';
import { assertPromptAsRead } from './assert-prompt-as-read.ts';
import type { TurnLog } from './turn-log.ts';

/** An engine whose every request of one episode is written into the turn log. */
export class LoggedEngine implements GenerateEngine {
  readonly #engine: GenerateEngine;
  readonly #log: TurnLog;
  readonly #padId: number | undefined;

  constructor(engine: GenerateEngine, log: TurnLog, encoder: Encoder) {
    this.#engine = engine;
    this.#log = log;
    this.#padId = encoder.imagePadId;
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
      assertNoPlaceholder(request, result, this.#padId);
      return result;
    });
  }

  abort(rid: string): Promise<void> {
    return this.#engine.abort(rid);
  }
}
