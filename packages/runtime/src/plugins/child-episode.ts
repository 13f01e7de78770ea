import type { ChildRequest } from './child-protocol.ts';
import { onAbort } from '../on-abort.ts';
import { type CallFacts, callFailure } from './plugin-failure.ts';
import type { SupervisedChild } from './supervised-child.ts';

/** The requests of one episode to its child; they end at once when the episode's signal fires. */
export class ChildEpisode {
  readonly #child: SupervisedChild;
  readonly #signal: AbortSignal;
  readonly #seconds: number;
  readonly #aborted: Promise<never>;
  #letGo: () => void = () => {};

  constructor(child: SupervisedChild, signal: AbortSignal, seconds: number) {
    this.#child = child;
    this.#signal = signal;
    this.#seconds = seconds;
    this.#aborted = new Promise((_, reject) => {
      this.#letGo = onAbort(signal, () => {
        child.abort(String(signal.reason));
        reject(signal.reason);
      });
    });
    this.#aborted.catch(() => {
      // Whoever waits for a request is told; nobody may wait.
    });
  }

  /**
   * @throws EnvError, RetryableEnvError or GraderError as the child found it or as it ended; the
   * signal's reason when that fires. `close` is not shortened by the signal.
   */
  async request(request: ChildRequest, facts: CallFacts): Promise<unknown> {
    const asking = (): Promise<unknown> =>
      this.#child.request(request, {
        seconds: this.#seconds,
        fail: (reason, call, data = {}) => callFailure({ ...facts, ...call }, reason, { data }),
      });
    if (request.op === 'close') return asking();
    this.#signal.throwIfAborted();
    return Promise.race([asking(), this.#aborted]);
  }

  /** Lets go of the signal. */
  end(): void {
    this.#letGo();
  }
}
