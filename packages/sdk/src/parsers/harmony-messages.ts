import type { ToolSpec } from '../messages.ts';
import { isToolRecipient } from './harmony-recipient.ts';
import { noArguments, type ReadArguments, scanArguments } from './json-arguments.ts';
import { skipPythonSpace } from './python-strip.ts';

/** The tokens that Harmony writes around the parts of a message; no text of a message holds one. */
const MARKER = /<\|(start|channel|constrain|message|end|call|return)\|>/g;

/** A recipient that stands where the prompt's `<|start|>assistant` ends. */
const ADDRESSED = /^\s*to=\S+\s*$/;
const RECIPIENT = /(?:^|\s)to=(\S+)/;

/** The header of every turn, whose beginning is part of the prompt. */
export const HARMONY_OPENING = '<|start|>assistant';

/** A message of a turn, or text outside of messages. */
export interface HarmonyMessage {
  /** `thought`: analysis that is addressed to no tool. `call`: a message to a tool, on any channel. */
  kind: 'thought' | 'words' | 'call';
  /** The message with its header and end. */
  whole: string;
  body: string;
  /** Whether a token ends it: the one that ended the turn may be cut off. */
  isEnded: boolean;
  /** Of a call: to whom, as `functions.NAME`, and with what. */
  recipient: string;
  read: ReadArguments;
}

interface Marker {
  kind: string;
  start: number;
  end: number;
}

interface Header {
  author: string;
  channel: string;
  recipient: string | undefined;
  /** The token that ends it: `<|message|>`, or another one where it is broken off. */
  end: Marker | undefined;
}

/**
 * Splits a turn in the Harmony format of gpt-oss into its messages. A marker inside a string of a
 * call's JSON is text, and so are `<|constrain|>` and `<|message|>` in analysis; every other one ends
 * the message that it stands in.
 */
export function readHarmony(text: string, tools: readonly ToolSpec[]): HarmonyMessage[] {
  const messages: HarmonyMessage[] = [];
  let at = 0;
  for (;;) {
    const marker = nextMarker(text, at);
    const outside = text.slice(at, marker?.start);
    if (marker === undefined) {
      if (outside !== '') messages.push(words(outside));
      return messages;
    }
    const isHeader = isOf(marker, 'channel', 'constrain', 'message');
    const start = isHeader && ADDRESSED.test(outside) ? at : marker.start;
    if (start !== at) messages.push(words(outside));
    if (isHeader || marker.kind === 'start') {
      const { message, next } = readMessage(text, start, tools);
      messages.push(message);
      at = next;
    } else at = marker.end;
  }
}

function words(text: string): HarmonyMessage {
  return {
    kind: 'words',
    whole: text,
    body: text,
    isEnded: false,
    recipient: '',
    read: noArguments('it is no call'),
  };
}

function readMessage(
  text: string,
  start: number,
  tools: readonly ToolSpec[],
): { message: HarmonyMessage; next: number } {
  const { author, channel, recipient, end: headed } = readHeader(text, start);
  const bodyStart = headed?.kind === 'message' ? headed.end : (headed?.start ?? text.length);
  // What the policy writes in another's name calls nothing.
  const isCall =
    recipient !== undefined && author === 'assistant' && isToolRecipient(recipient, tools);
  const isThought = !isCall && author === 'assistant' && channel === 'analysis';
  const scanned =
    isCall && headed?.kind === 'message'
      ? scanBody(text, bodyStart)
      : { read: noArguments('the call has no <|message|>'), sure: bodyStart };
  const end =
    isThought && headed?.kind === 'message'
      ? thoughtEnd(text, bodyStart)
      : nextMarker(text, scanned.sure);
  const bodyEnd = end?.start ?? text.length;
  const isEnded = isOf(end, 'end', 'call', 'return');
  const next = isEnded ? (end?.end ?? bodyEnd) : bodyEnd;
  return {
    message: {
      kind: isCall ? 'call' : isThought ? 'thought' : 'words',
      whole: text.slice(start, next),
      body: text.slice(bodyStart, bodyEnd),
      isEnded,
      recipient: recipient ?? '',
      read: scanned.read,
    },
    next,
  };
}

/** Reads the text behind each marker up to the body, or to where the header is broken off. */
function readHeader(text: string, start: number): Header {
  let author = 'assistant';
  let channel = '';
  let recipient: string | undefined;
  let part = 'start';
  let from = start;
  for (;;) {
    const marker = nextMarker(text, from);
    const said = text.slice(from, marker?.start);
    const word = /\S+/.exec(said)?.[0] ?? '';
    if (part !== 'constrain') recipient ??= RECIPIENT.exec(said)?.[1];
    if (part === 'channel') channel = word;
    if (part === 'start' && word !== '' && !word.startsWith('to=')) author = word;
    const goesOn =
      isOf(marker, 'channel', 'constrain') || (marker?.kind === 'start' && marker.start === start);
    if (marker === undefined || !goesOn) return { author, channel, recipient, end: marker };
    part = marker.kind;
    from = marker.end;
  }
}

/** The arguments of a call; a body without any is an empty object. */
function scanBody(text: string, from: number): { read: ReadArguments; sure: number } {
  const isEnd = (at: number): boolean => at === text.length || nextMarker(text, at)?.start === at;
  const first = skipPythonSpace(text, from);
  if (isEnd(first)) return { read: { arguments: {} }, sure: first };
  return scanArguments(text, from, (at) =>
    isEnd(at) ? undefined : 'text follows the JSON: one object a call',
  );
}

/** A call that is thought of goes on in the channel. */
function thoughtEnd(text: string, from: number): Marker | undefined {
  let end = nextMarker(text, from);
  while (end?.kind === 'constrain' || end?.kind === 'message') end = nextMarker(text, end.end);
  return end;
}

function nextMarker(text: string, from: number): Marker | undefined {
  MARKER.lastIndex = from;
  const match = MARKER.exec(text);
  return match === null
    ? undefined
    : { kind: match[1] ?? '', start: match.index, end: MARKER.lastIndex };
}

function isOf(marker: Marker | undefined, ...kinds: string[]): boolean {
  return marker !== undefined && kinds.includes(marker.kind);
}
