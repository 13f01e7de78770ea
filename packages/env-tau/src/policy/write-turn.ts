import type { RolloutArgs } from 'slime-sdk';
import { RESPOND } from '../episode/ending-tools.ts';
import type { TauConfig } from '../episode/tau-config.ts';
import { dumpJson } from '../python/dump-json.ts';
import type { PyDict } from '../python/value.ts';

/** A call of a tool. */
export interface ToolMove {
  readonly name: string;
  readonly kwargs: PyDict;
}

/** What an agent does in a turn: calls, or words to the user. */
export type Move = { readonly calls: readonly ToolMove[] } | { readonly say: string };

/** Parsers of calls that are written as XML; the others read JSON. */
const XML_PARSERS: ReadonlySet<string> = new Set(['qwen3_coder', 'step3p5']);

function jsonCall({ name, kwargs }: ToolMove): string {
  return `{"name": ${JSON.stringify(name)}, "arguments": ${dumpJson(kwargs)}}`;
}

function xmlCall({ name, kwargs }: ToolMove): string {
  const parameters = [...kwargs].map(([key, value]) => {
    const text = typeof value === 'string' ? value : dumpJson(value);
    return `<parameter=${key}>\n${text}\n</parameter>\n`;
  });
  return `<function=${name}>\n${parameters.join('')}</function>`;
}

/**
 * Gives what writes a turn in the form of the run's agent strategy and tool-call parser, with a note
 * that is not meant for the user but for the transcript.
 *
 * `act` and `react` do one thing a turn: of several calls they write the first.
 */
export function createTurnWriter(
  { agent_strategy: strategy }: Pick<TauConfig, 'agent_strategy'>,
  { sglang_tool_call_parser: parser }: Pick<RolloutArgs, 'sglang_tool_call_parser'>,
): (move: Move, note: string) => string {
  if (strategy === 'act' || strategy === 'react') {
    return (move, note) => {
      const [call] =
        'say' in move ? [{ name: RESPOND, kwargs: new Map([['content', move.say]]) }] : move.calls;
      const thought = strategy === 'react' ? `Thought:\n${note || 'I go on.'}\n` : `${note}\n`;
      return call === undefined ? note : `${thought}Action:\n${jsonCall(call)}`.trimStart();
    };
  }
  const callText = XML_PARSERS.has(parser ?? '') ? xmlCall : jsonCall;
  return (move, note) => {
    if ('say' in move) return `${note} ${move.say}`.trimStart();
    const blocks = move.calls.map((call) => `<tool_call>\n${callText(call)}\n</tool_call>`);
    return [...(note === '' ? [] : [note]), ...blocks].join('\n');
  };
}
