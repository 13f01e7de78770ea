import type { ToolCall } from 'slime-sdk';
import type { Picker } from './picks.ts';
import { markCall, type MarkedFormat, writeCall } from './write-call.ts';

type Mark = (args: string) => string;
type Mutation = (json: string, mark: Mark, picker: Picker) => string;

/** Writes a call whose arguments stand between tokens as models get it wrong. */
export function mutateMarked(call: ToolCall, format: MarkedFormat, picker: Picker): string {
  const json = JSON.stringify(call.arguments);
  const mark: Mark = (args) => markCall(call.name, args, format);
  const given = picker.chance(25) ? TOKENS[format] : ARGUMENTS;
  return picker.from(given)?.(json, mark, picker) ?? writeCall(call, 'qwen25');
}

const ARGUMENTS: readonly Mutation[] = [
  (json, mark, picker) => mark(json.slice(0, picker.below(json.length))),
  (json, mark) => mark(`${json}}`),
  (json, mark) => mark(json.replace(/\}$/, ',}')),
  (json, mark) => mark(json.replaceAll('"', "'")),
  (json, mark) => mark(`${json} // as asked`),
  (json, mark) => mark(`\`\`\`json\n${json}\n\`\`\``),
  (json, mark) => mark(JSON.stringify(json)),
  (json, mark) => mark(`[${json}]`),
  (_, mark) => mark('{"a": NaN}'),
  (_, mark) => mark('{"a": True}'),
  (_, mark) => mark('{"a": 9007199254740993}'),
  (_, mark) => mark('{"a": 1, "a": 2}'),
  (_, mark) => mark('{"a": "\n"}'),
  (_, mark) => mark(`{"a": ${'['.repeat(2000)}`),
  (_, mark) => mark('null'),
  (_, mark) => mark(''),
  (json, mark) => mark(json) + mark(json),
  (json) => json,
];

/** Tokens that are not where they belong. */
const TOKENS: Record<MarkedFormat, readonly Mutation[]> = {
  'gpt-oss': [
    (json, mark) => mark(json).replace('<|call|>', ''),
    (json, mark) => mark(json).replace('<|call|>', '<|end|>'),
    (json, mark) => mark(json).replace('<|message|>', ''),
    (json, mark) => mark(json).replace(' <|constrain|>json', ''),
    (json, mark) => mark(json).replace('commentary', 'final'),
    (json, mark) => mark(json).replace('assistant', 'user'),
    (json, mark) => mark(json).replace(/to=\S+ /, ''),
    (json, mark) => mark(json).replace('functions.', ''),
  ],
  kimi_k2: [
    (json, mark) => mark(json).replace('<|tool_call_end|>', ''),
    (json, mark) => mark(json).replace('<|tool_call_begin|>', ''),
    (json, mark) => mark(json).replace('<|tool_call_argument_begin|>', ''),
    (json, mark) => mark(json).replace('<|tool_calls_section_begin|>', ''),
    (json, mark) => mark(json).replace('<|tool_calls_section_end|>', ''),
    (json, mark) => mark(json).replace(':0', ''),
    (json, mark) => mark(json).replace(/functions\..*?:/, ''),
    (json, mark) => mark(json).replace('functions.', ''),
  ],
};
