import type { LlmErrorKind } from '../errors.ts';
import { type ChatReply, readChatReply } from './chat-reply.ts';
import type { HttpReply } from './http-post.ts';
import { serverWords } from './server-words.ts';

/** Longest pause that a server may ask for. */
const MAX_RETRY_AFTER_MS = 30_000;

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8000;

/** Why one try gave nothing. */
export interface TryFault {
  kind: LlmErrorKind;
  message: string;
  status?: number;
  cause?: unknown;
  /** Whether it may pass. */
  passes: boolean;
  /** What `Retry-After` asked for. */
  retryAfterMs?: number;
}

/** What one try gave. */
export type TryOutcome = { reply: ChatReply } | { fault: TryFault };

/** Reads an HTTP reply: 408, 429 and 5xx may pass; other statuses and broken replies are final. */
export function readTry({ status, headers, text }: HttpReply): TryOutcome {
  if (status >= 200 && status < 300) {
    const reply = readChatReply(text);
    if (typeof reply !== 'string') return { reply };
    return { fault: { kind: 'reply', message: reply, status, passes: false } };
  }
  const redirect = status >= 300 && status < 400;
  const said = redirect ? 'redirects are not followed; give the final address' : wordsOf(text);
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  return {
    fault: {
      kind: 'status',
      message: `HTTP ${status}: ${said}`,
      status,
      passes: status === 408 || status === 429 || status >= 500,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  };
}

/** What a request threw before its reply was whole. */
export function transportFault(error: unknown): TryFault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const problem = error instanceof Error && error.message !== '' ? error.message : 'no connection';
  const known = typeof code !== 'string' || problem.includes(code);
  const message = known ? problem : `${problem} (${code})`;
  // The library's own error may hold bytes of the reply, in which a server can repeat a key.
  const cause = Object.assign(new Error(problem), { code });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return { kind: 'reply', message: 'the reply is larger than 8 MB', cause, passes: false };
  }
  // What the library refuses to send will not pass.
  return { kind: 'transport', message, cause, passes: code !== 'UND_ERR_INVALID_ARG' };
}

/**
 * Milliseconds before the next try: what the server asked for, else twice as long each time, with
 * jitter that keeps the retries of many calls apart.
 */
export function pauseMs({ retryAfterMs }: TryFault, tries: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS) * (0.8 + Math.random() * 0.4);
}

function wordsOf(text: string): string {
  let said: string | undefined;
  try {
    said = serverWords(JSON.parse(text));
  } catch {
    // Not JSON (a proxy's HTML, plain text): the text itself is the message.
  }
  const words = (said ?? text).trim();
  return words === '' ? 'no message' : words;
}

/** Seconds or an HTTP date, in milliseconds from now. */
function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}
