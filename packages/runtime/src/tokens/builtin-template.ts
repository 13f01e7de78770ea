/**
 * The chat template of the built-in tokenizer: ChatML with tools in `<tools>`, tool calls in
 * `<tool_call>`, grouped tool answers in `<tool_response>`, and pictures. It appends only: no turn
 * is rendered otherwise because of what follows it.
 */
export const BUILTIN_TEMPLATE = `{%- macro show(content) -%}
  {%- if content is string -%}
    {{- content -}}
  {%- else -%}
    {%- for part in content -%}
      {%- if part.type == 'image' -%}
        {{- '<|vision_start|><|image_pad|><|vision_end|>' -}}
      {%- else -%}
        {{- part.text -}}
      {%- endif -%}
    {%- endfor -%}
  {%- endif -%}
{%- endmacro -%}
{%- set has_system = messages and messages[0].role == 'system' -%}
{%- if tools -%}
  {{- '<|im_start|>system\\n' -}}
  {%- if has_system -%}
    {{- show(messages[0].content) + '\\n\\n' -}}
  {%- endif -%}
  {{- '# Tools\\n\\nYou may call one or more functions. Their signatures are within <tools></tools>:\\n<tools>' -}}
  {%- for tool in tools -%}
    {{- '\\n' -}}{{- tool | tojson -}}
  {%- endfor -%}
  {{- '\\n</tools>\\n\\nFor each call, write a JSON object within <tool_call></tool_call>:\\n<tool_call>\\n{"name": <function-name>, "arguments": <arguments-object>}\\n</tool_call><|im_end|>\\n' -}}
{%- elif has_system -%}
  {{- '<|im_start|>system\\n' + show(messages[0].content) + '<|im_end|>\\n' -}}
{%- endif -%}
{%- for message in messages -%}
  {%- if message.role == 'tool' -%}
    {%- if loop.first or loop.previtem.role != 'tool' -%}
      {{- '<|im_start|>user' -}}
    {%- endif -%}
    {{- '\\n<tool_response>\\n' + show(message.content) + '\\n</tool_response>' -}}
    {%- if loop.last or loop.nextitem.role != 'tool' -%}
      {{- '<|im_end|>\\n' -}}
    {%- endif -%}
  {%- elif not (loop.first and message.role == 'system') -%}
    {{- '<|im_start|>' + message.role + '\\n' -}}
    {%- if message.reasoning_content -%}
      {{- '<think>\\n' + message.reasoning_content + '\\n</think>\\n\\n' -}}
    {%- endif -%}
    {{- show(message.content) -}}
    {%- for call in message.tool_calls or [] -%}
      {%- if not loop.first or message.content -%}
        {{- '\\n' -}}
      {%- endif -%}
      {{- '<tool_call>\\n{"name": ' -}}{{- call.function.name | tojson -}}
      {{- ', "arguments": ' -}}{{- call.function.arguments | tojson -}}
      {{- '}\\n</tool_call>' -}}
    {%- endfor -%}
    {{- '<|im_end|>\\n' -}}
  {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
  {{- '<|im_start|>assistant\\n' -}}
{%- endif -%}
`;
