/** Templates whose tails hold what the turn before them called, each in the way of one family. */

/**
 * As gpt-oss: a tool message is headed by the name of the last call, content is JSON, and only the
 * first call of a turn is printed.
 */
export const NAMES_CALL = `{%- set last = namespace(name=none) -%}
{%- for m in messages -%}
{%- if m.role == 'assistant' -%}
{%- if m.tool_calls -%}
{%- set call = m.tool_calls[0].function -%}
{%- set thought = m.thinking or m.content -%}
{%- if thought -%}{{ '<|start|>assistant<|channel|>analysis<|message|>' + thought + '<|end|>' }}{%- endif -%}
{{- '<|start|>assistant to=functions.' + call.name + '<|channel|>commentary json<|message|>' + (call.arguments | tojson) + '<|call|>' -}}
{%- set last.name = call.name -%}
{%- else -%}
{{- '<|start|>assistant<|channel|>final<|message|>' + m.content + '<|end|>' -}}
{%- set last.name = none -%}
{%- endif -%}
{%- elif m.role == 'tool' -%}
{%- if last.name is none -%}{{ raise_exception('a tool message without a call before it') }}{%- endif -%}
{{- '<|start|>functions.' + last.name + ' to=assistant<|channel|>commentary<|message|>' + (m.content | tojson) + '<|end|>' -}}
{%- else -%}
{{- '<|start|>' + m.role + '<|message|>' + m.content + '<|end|>' -}}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}{{ '<|start|>assistant' }}{%- endif -%}`;

/** As Kimi: calls are sections with ids, and a tool message says which id it returns. */
export const PRINTS_ID = `{%- for m in messages -%}
{{- '<|im_' + m.role + '|>' + m.role + '<|im_middle|>' -}}
{%- if m.role == 'assistant' and m.tool_calls -%}
{{- m.content + '<|tool_calls_section_begin|>' -}}
{%- for call in m.tool_calls -%}
{{- '<|tool_call_begin|>' + call.id + '<|tool_call_argument_begin|>' + (call.function.arguments | tojson) + '<|tool_call_end|>' -}}
{%- endfor -%}
{{- '<|tool_calls_section_end|>' -}}
{%- elif m.role == 'tool' -%}
{{- '## Return of ' + m.tool_call_id + '\\n' + m.content -}}
{%- else -%}
{{- m.content -}}
{%- endif -%}
{{- '<|im_end|>' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{ '<|im_assistant|>assistant<|im_middle|>' }}{%- endif -%}`;

/**
 * As Mistral: ids of nine characters or it refuses, tools before the last user message, results
 * with the id of their call, and turns of user and assistant by turns.
 */
export const DEMANDS_ID = `{%- set users = messages | selectattr('role', 'equalto', 'user') | list -%}
{%- set turn = namespace(user=true) -%}
{%- for m in messages -%}
{%- if m.role == 'user' or (m.role == 'assistant' and not m.tool_calls) -%}
{%- if (m.role == 'user') != turn.user -%}{{ raise_exception('user and assistant must take turns') }}{%- endif -%}
{%- set turn.user = not turn.user -%}
{%- endif -%}
{%- endfor -%}
{{- '<s>' -}}
{%- for m in messages -%}
{%- if m.role == 'user' -%}
{%- if tools and m == users[-1] -%}{{ '[AVAILABLE_TOOLS]' + (tools | tojson) + '[/AVAILABLE_TOOLS]' }}{%- endif -%}
{{- '[INST]' + m.content + '[/INST]' -}}
{%- elif m.role == 'assistant' and m.tool_calls -%}
{{- '[TOOL_CALLS][' -}}
{%- for call in m.tool_calls -%}
{%- if call.id is not defined or call.id | length != 9 -%}{{ raise_exception('ids of calls have nine characters') }}{%- endif -%}
{{- '{"name": "' + call.function.name + '", "arguments": ' + (call.function.arguments | tojson) + ', "id": "' + call.id + '"}' -}}
{%- if not loop.last -%}{{ ', ' }}{%- endif -%}
{%- endfor -%}
{{- ']</s>' -}}
{%- elif m.role == 'tool' -%}
{%- if m.tool_call_id is not defined or m.tool_call_id | length != 9 -%}{{ raise_exception('ids of calls have nine characters') }}{%- endif -%}
{{- '[TOOL_RESULTS]{"content": ' + m.content + ', "call_id": "' + m.tool_call_id + '"}[/TOOL_RESULTS]' -}}
{%- elif m.role == 'assistant' -%}
{{- m.content + '</s>' -}}
{%- endif -%}
{%- endfor -%}`;
