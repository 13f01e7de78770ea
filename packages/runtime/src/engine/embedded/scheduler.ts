import { abortable } from './abortable.ts';
import { PausableTimer } from './pausable-timer.ts';
import { RequestError } from './request-error.ts';

/** Modes of `/pause_generation`. */
export type PauseMode = 'abort' | 'retract' | 'in_place';

/** One generation between its arrival and its reply. */
export class ScheduledRequest {
  readonly rid: string;
  /** Fires when the client is gone. */
  readonly signal: AbortSignal;
  /** `blocked` until no pause holds it, `waiting` for a slot, `running`. */
  phase: 'blocked' | 'waiting' | 'running' = 'blocked';
  /** Where an abort caught it. */
  aborted: 'waiting' | 'running' | null = null;
  /** The time it still takes. */
  timer: PausableTimer | undefined;
  /** Ends its wait for a slot. */
  wake: (() => void) | undefined;

  constructor(rid: string, signal: AbortSignal) {
    this.rid = rid;
    this.signal = signal;
  }
}

/** Who runs, who waits, and what pause and abort do to them; SGLang's rules. */
export class Scheduler {
  readonly slots: number;
  readonly #requests = new Map<string, ScheduledRequest>();
  readonly #queue: ScheduledRequest[] = [];
  #running = 0;
  #paused: PauseMode | null = null;
  #gate: { promise: Promise<void>; open: () => void } | undefined;
  readonly #onIdle: (() => void)[] = [];

  /** @param slots Requests that run at a time. */
  constructor(slots: number) {
    this.slots = slots;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get isPaused(): boolean {
    return this.#paused !== null;
  }

  /** Nothing runs, or all that did was retracted to the queue. */
  get canFlush(): boolean {
    return this.#paused === 'retract' || this.#running + this.#queue.length === 0;
  }

  /** @throws RequestError when a request with this id is not over. */
  add(rid: string, signal: AbortSignal): ScheduledRequest {
    if (this.#requests.has(rid)) {
      throw new RequestError('value', `Duplicate request ID detected: ${rid}`);
    }
    const request = new ScheduledRequest(rid, signal);
    this.#requests.set(rid, request);
    return request;
  }

  /** Waits until no pause holds new requests. */
  async pass(request: ScheduledRequest): Promise<void> {
    while (this.#gate) await abortable(this.#gate.promise, request.signal);
  }

  /** Waits for a slot; an abort while it waits leaves `aborted` set. */
  async start(request: ScheduledRequest): Promise<void> {
    request.signal.throwIfAborted();
    request.phase = 'waiting';
    this.#queue.push(request);
    const awake = new Promise<void>((resolve) => {
      request.wake = resolve;
    });
    this.#fill();
    await abortable(awake, request.signal);
  }

  /** Lets a running request take its time. @returns the share of it that passed. */
  async run(request: ScheduledRequest, milliseconds: number): Promise<number> {
    if (request.aborted === 'waiting' || (request.aborted && !this.#isFrozen)) return 0;
    if (milliseconds === 0 && !this.#isFrozen) return 1;
    const timer = new PausableTimer(milliseconds);
    request.timer = timer;
    if (!this.#isFrozen) timer.start();
    try {
      const isWhole = await abortable(timer.done, request.signal);
      return isWhole ? 1 : timer.share;
    } finally {
      timer.freeze();
      request.timer = undefined;
    }
  }

  /** Forgets a request, whatever became of it. */
  remove(request: ScheduledRequest): void {
    this.#requests.delete(request.rid);
    if (request.phase === 'running') this.#running--;
    this.#leaveQueue(request);
    this.#fill();
    if (this.#running + this.#queue.length > 0) return;
    for (const wake of this.#onIdle.splice(0)) wake();
  }

  /** `/abort_request`: an unknown id does nothing, a known one aborts all that begin with it. */
  abort(rid: string): void {
    if (rid === '' || !this.#requests.has(rid)) return;
    for (const request of this.#requests.values()) {
      if (request.rid.startsWith(rid)) this.#abortOne(request);
    }
  }

  abortAll(): void {
    for (const request of this.#requests.values()) this.#abortOne(request);
  }

  /** New requests wait from now on. In mode `abort` it ends when none runs. */
  async pause(mode: PauseMode, signal: AbortSignal): Promise<void> {
    if (!this.#gate) {
      let open = () => {};
      const promise = new Promise<void>((resolve) => {
        open = resolve;
      });
      this.#gate = { promise, open };
    }
    this.#paused = mode;
    if (mode === 'abort') {
      this.abortAll();
      await this.idle(signal);
      return;
    }
    for (const request of this.#requests.values()) request.timer?.freeze();
  }

  continue(): void {
    this.#paused = null;
    this.#gate?.open();
    this.#gate = undefined;
    for (const request of this.#requests.values()) {
      if (request.aborted === null) request.timer?.start();
      else request.timer?.cut();
    }
    this.#fill();
  }

  /** Waits until nothing runs or waits. */
  async idle(signal: AbortSignal): Promise<void> {
    if (this.#running + this.#queue.length === 0) return;
    await abortable(new Promise<void>((resolve) => this.#onIdle.push(resolve)), signal);
  }

  get #isFrozen(): boolean {
    return this.#paused === 'retract' || this.#paused === 'in_place';
  }

  #abortOne(request: ScheduledRequest): void {
    if (request.aborted !== null || request.phase === 'blocked') return;
    if (request.phase === 'waiting') {
      request.aborted = 'waiting';
      this.#leaveQueue(request);
      request.wake?.();
    } else if (this.#paused === 'retract') {
      // A retracted request is back in the queue.
      request.aborted = 'waiting';
      request.timer?.cut();
    } else {
      request.aborted = 'running';
      // Frozen in place it takes its last step when generation goes on.
      if (this.#paused !== 'in_place') request.timer?.cut();
    }
  }

  #leaveQueue(request: ScheduledRequest): void {
    const at = this.#queue.indexOf(request);
    if (at >= 0) this.#queue.splice(at, 1);
  }

  #fill(): void {
    while (!this.#isFrozen && this.#running < this.slots) {
      const next = this.#queue.shift();
      if (!next) return;
      next.phase = 'running';
      this.#running++;
      next.wake?.();
    }
  }
}
