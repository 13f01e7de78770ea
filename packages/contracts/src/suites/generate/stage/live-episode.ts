import { setImmediate as nextTick } from 'node:timers/promises';
import type { AdmittedRequest, FaultKind, SampledReply } from 'slime-runtime';
import type { ReplyPlan, ReplyWriter } from './reply-plan.ts';
import { losesReply, type Trouble, type TroubleKind, troubleAt } from './trouble.ts';
import type { WireFinish, WireReply, WireRequest } from './wire.ts';

/** What the engine does in one episode. */
export interface EpisodeScript {
  /** Replies in order; from the start again when they are used up. */
  replies: readonly ReplyPlan[];
  troubles: readonly Trouble[];
  /** Chooses the reply by the prompt, so that the order of arrival cannot matter. */
  isByPrompt?: boolean;
  /** Turns that end with the first stop id end with the request's stop string, where it has one. */
  endsByText?: boolean;
  /** Number of the first reply; default 0. */
  firstNumber?: number;
  /** Told of each request when it is admitted. */
  onRequest?: (request: WireRequest) => void;
}

/** One episode on the stage: what the engine answers it, and what was seen on the wire. */
export class LiveEpisode {
  readonly requests: WireRequest[] = [];
  readonly #script: EpisodeScript;
  readonly #writer: ReplyWriter;
  readonly #held = new Set<(kind: FaultKind | { reply: string }) => void>();
  #aborted = false;
  #isOver = false;
  #answers: number;
  #replies: number;

  constructor(script: EpisodeScript, writer: ReplyWriter) {
    this.#script = script;
    this.#writer = writer;
    this.#answers = script.firstNumber ?? 0;
    this.#replies = this.#answers;
  }

  /** A request arrived. */
  add(request: Omit<WireRequest, 'at'>): WireRequest {
    const added = { ...request, at: this.requests.length };
    this.requests.push(added);
    return added;
  }

  /** Decides what becomes of an admitted request. */
  decide(
    request: WireRequest,
    { promptIds, images }: AdmittedRequest,
  ): Promise<FaultKind | { reply: string }> | FaultKind | { reply: string } | null {
    request.promptIds = promptIds;
    request.images = images;
    if (this.#isOver) return 'status_400';
    request.trouble = this.#aborted ? 'bare_abort' : troubleAt(this.#script.troubles, request.at);
    this.#script.onRequest?.(request);
    if (request.trouble === 'bare_abort') return this.#abortBare(request);
    if (request.trouble !== 'hang') return request.trouble;
    return new Promise((resolve) => this.#held.add(resolve));
  }

  /** Ids and log-probs of the next reply; no two of an episode have the same log-probs. */
  async answer(
    promptIds: readonly number[],
    stop?: string,
  ): Promise<{ ids: number[]; logprobs: number[] }> {
    const { replies, isByPrompt = false, endsByText = false } = this.#script;
    const number = isByPrompt ? hashOf(promptIds) : this.#answers;
    this.#answers += 1;
    // Later ones overtake.
    if (isByPrompt) for (let ticks = (number >>> 4) % 4; ticks > 0; ticks -= 1) await nextTick();
    const plan = replies[number % replies.length];
    const ids =
      plan === undefined
        ? [0]
        : [...(await this.#writer.write(plan, endsByText ? stop : undefined))];
    const serial = number % 1024;
    return { ids, logprobs: ids.map((_, at) => -(serial * 8192 + at + 1) / 2 ** 22) };
  }

  /** A reply was sampled and is about to be sent. */
  sampled(request: WireRequest, sampled: SampledReply): void {
    const { trouble } = request;
    const isNamed = trouble !== 'missing_logprobs' && request.body?.['return_logprob'] === true;
    this.#push(request, {
      promptIds: sampled.promptIds,
      ids: sampled.ids,
      logprobs: sampled.logprobs.map((text) => (isNamed ? readLogprob(text) : null)),
      finish: finishOf(request, sampled),
      version: trouble === 'weight_version_change' ? OTHER_VERSION : VERSION,
      isDelivered: !losesReply(trouble),
    });
  }

  /** The engine aborts what it holds, and whatever comes later, as at the end of a rollout. */
  abortAll(): void {
    this.#aborted = true;
    for (const request of this.requests) {
      if (request.trouble !== 'hang' || request.replies.length > 0) continue;
      request.trouble = 'bare_abort';
      this.#abortBare(request);
    }
    this.#release({ reply: bareAbort(null) });
  }

  /** Lets go of what is held; what comes later is refused. */
  end(): void {
    this.#isOver = true;
    this.#release('status_400');
  }

  #release(kind: FaultKind | { reply: string }): void {
    for (const resolve of this.#held) resolve(kind);
    this.#held.clear();
  }

  #abortBare(request: WireRequest): { reply: string } {
    this.#push(request, {
      promptIds: request.promptIds ?? [],
      ids: [],
      logprobs: [],
      finish: 'abort',
      version: null,
      isDelivered: true,
    });
    return { reply: bareAbort(request.rid) };
  }

  #push(request: WireRequest, reply: Omit<WireReply, 'number' | 'request'>): void {
    request.replies.push({ ...reply, request, number: this.#replies });
    this.#replies += 1;
  }
}

/** Weight version of every reply but those that name another. */
export const VERSION = 'default';
const OTHER_VERSION = 'default+1';

/** Replies that SGLang does not give: no ending of a turn. */
const BAD: ReadonlySet<TroubleKind> = new Set(['null_finish', 'unknown_finish', 'empty_output']);

function finishOf({ trouble }: WireRequest, { finish }: SampledReply): WireFinish {
  return trouble !== null && BAD.has(trouble) ? 'bad' : finish.type;
}

function readLogprob(text: string): number | null {
  return text === 'null' ? null : Number(text);
}

function bareAbort(rid: string | null): string {
  const meta = {
    ...(rid === null ? {} : { id: rid }),
    finish_reason: { type: 'abort', message: 'Abort in waiting queue' },
  };
  return JSON.stringify({ text: '', output_ids: [], meta_info: meta });
}

function hashOf(ids: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const id of ids) hash = Math.imul(hash ^ id, 0x01000193);
  return hash >>> 0;
}
