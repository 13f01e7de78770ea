import type { JsonObject } from '../json.ts';
import type { ParsedCall, ToolSpec } from '../messages.ts';
import { noArguments, type ReadArguments, scanArguments } from './json-arguments.ts';
import { pythonStrip, skipPythonSpace } from './python-strip.ts';
import { scanJson } from './scan-json.ts';

const MARKER = /<\|tool_call(?:s_section_(?:begin|end)|_(?:begin|argument_begin|end))\|>/g;
const SECTION = '<|tool_calls_section_begin|>';
const CALL = '<|tool_call_begin|>';
const ARGUMENTS = '<|tool_call_argument_begin|>';
const CALL_END = '<|tool_call_end|>';

/** `functions.NAME:NUMBER`; Python's `\w` has the letters and digits of all scripts. */
const ID = /^(?:functions\.)?([\p{L}\p{N}_.-]+):\p{Nd}+$/u;
const NAME = /^(?:functions\.)?([\p{L}\p{N}_.-]+)$/u;
const BARE_NUMBER = /^\d+$/;
const LONGEST_ID = 200;

interface Marker {
  text: string;
  start: number;
  end: number;
}

/**
 * Reads the calls of a `<|tool_calls_section_begin|>`, each
 * `<|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>JSON<|tool_call_end|>`: SGLang's
 * `kimi_k2`. The id is given as it was written, since the chat template repeats it before the answer.
 */
export function parseKimiCalls(
  text: string,
  tools: readonly ToolSpec[],
): { content: string; calls: ParsedCall[] } {
  const calls: ParsedCall[] = [];
  // As for SGLang's, a call may stand behind a section, or before it.
  const hasSection = text.includes(SECTION);
  let content = '';
  let at = 0;
  for (;;) {
    const marker = nextMarker(text, at);
    content += text.slice(at, marker?.start);
    if (marker === undefined)
      return calls.length === 0 ? { content: text, calls } : { content, calls };
    at = marker.end;
    if (marker.text !== CALL) continue;
    const { call, next } = readCall(text, marker.end, tools);
    calls.push(hasSection ? call : refuse(call, `the call stands outside of ${SECTION}`));
    at = next;
  }
}

/**
 * The text with spaces in the place of the JSON of calls behind the begin of a section, as long as
 * before: what a string of an argument holds is no tag. Of a call with an end whose JSON is broken,
 * what was read for certain is hidden; one that is broken off itself may be so by a tag.
 */
export function hideKimiArguments(text: string): string {
  const shown: string[] = [];
  let [hasBegun, at, kept] = [false, 0, 0];
  let before = '';
  for (;;) {
    const marker = nextMarker(text, at);
    if (marker === undefined) return shown.join('') + text.slice(kept);
    at = marker.end;
    hasBegun ||= marker.text === SECTION;
    if (hasBegun && before === CALL && marker.text === ARGUMENTS) {
      const scan = scanJson(text, skipPythonSpace(text, at));
      const sure = scan.ok ? scan.end : scan.sure;
      if (scan.ok || nextMarker(text, sure)?.text === CALL_END) {
        shown.push(text.slice(kept, at), ' '.repeat(sure - at));
        at = kept = sure;
      }
    }
    before = marker.text;
  }
}

function readCall(
  text: string,
  start: number,
  tools: readonly ToolSpec[],
): { call: ParsedCall; next: number } {
  const marker = nextMarker(text, start);
  const headerEnd = marker?.start ?? text.length;
  const id = pythonStrip(text.slice(start, headerEnd));
  const scanned =
    marker?.text === ARGUMENTS
      ? scanArguments(text, marker.end, (at) => refuseEnd(text, at))
      : { read: noArguments(`the call has no ${ARGUMENTS}`), sure: headerEnd };
  const end = nextMarker(text, scanned.sure);
  const rawEnd = end?.start ?? text.length;
  return {
    call: toCall(id, text.slice(start, rawEnd), scanned.read, tools),
    next: end?.text === CALL_END ? end.end : rawEnd,
  };
}

function refuseEnd(text: string, at: number): string | undefined {
  if (text.startsWith(CALL_END, at)) return undefined;
  return at === text.length || nextMarker(text, at)?.start === at
    ? `the call has no ${CALL_END}`
    : 'text follows the JSON: one object a call';
}

function toCall(
  id: string,
  raw: string,
  read: ReadArguments,
  tools: readonly ToolSpec[],
): ParsedCall {
  const name = ID.exec(id)?.[1];
  if (name !== undefined) return { id, name, raw, ...read };
  if (BARE_NUMBER.test(id)) {
    const inferred = read.arguments === undefined ? undefined : inferName(read.arguments, tools);
    const call = { id, name: inferred ?? '', raw, ...read };
    return inferred === undefined && read.arguments !== undefined
      ? refuse(call, 'the id names no tool, and the arguments are those of several or of none')
      : call;
  }
  const written = id.length > LONGEST_ID ? undefined : NAME.exec(id)?.[1];
  // Words that are no name are not repeated as an id.
  const call = { id: written === undefined ? '' : id, name: written ?? '', raw, ...read };
  return read.arguments === undefined
    ? call
    : refuse(call, 'the id of a call must be functions.NAME:NUMBER');
}

function refuse({ arguments: _arguments, ...call }: ParsedCall, error: string): ParsedCall {
  return { ...call, arguments: undefined, error: call.error ?? error };
}

/** The only tool, or the one whose parameters have most of the keys and lack fewest. */
function inferName(given: JsonObject, tools: readonly ToolSpec[]): string | undefined {
  const [only] = tools;
  if (tools.length === 1) return only?.function.name;
  const keys = Object.keys(given);
  const scores = tools.map(({ function: { parameters } }) => {
    const properties = parameters?.['properties'];
    const known = typeof properties === 'object' && properties !== null ? properties : {};
    const own = keys.filter((key) => Object.hasOwn(known, key)).length;
    return own - (keys.length - own);
  });
  const best = Math.max(...scores);
  const isClear = scores.filter((score) => score === best).length === 1;
  return isClear ? tools[scores.indexOf(best)]?.function.name : undefined;
}

function nextMarker(text: string, from: number): Marker | undefined {
  MARKER.lastIndex = from;
  const match = MARKER.exec(text);
  return match === null ? undefined : { text: match[0], start: match.index, end: MARKER.lastIndex };
}
