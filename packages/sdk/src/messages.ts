import type { JsonObject } from './json.ts';

/**
 * A picture: a path (relative to the data file it came from), a `data:` URI, or the bytes of an
 * encoded file (PNG, JPEG, WebP, GIF). URLs are not fetched.
 */
export type ImageSource = string | Uint8Array;

/** One part of a message's content. Video and audio are refused by name. */
export type Part =
  | { type: 'text'; text: string }
  | { type: 'image'; image: ImageSource; min_pixels?: number; max_pixels?: number };

/** A tool call; arguments are a mapping here and JSON text only on the wire. */
export interface ToolCall {
  id?: string;
  name: string;
  arguments: JsonObject;
}

/** A chat message, as chat templates see it. */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | Part[];
  reasoning_content?: string;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
  name?: string;
}

/** A tool as chat templates and OpenAI-compatible endpoints take it. */
export interface ToolSpec {
  type: 'function';
  function: { name: string; description?: string; parameters?: JsonObject };
}

/**
 * A tool call read out of sampled text. Never throws: what could not be read is in `error`, and a
 * name that is no declared tool is passed on.
 */
export interface ParsedCall {
  /** As the policy wrote it, in formats whose calls have ids: an answer's `tool_call_id`. */
  id?: string;
  name: string;
  /** Undefined when the arguments are no JSON object; `error` then says why. */
  arguments: JsonObject | undefined;
  error?: string;
  /** The text the call was read from, markers excluded. */
  raw: string;
}
