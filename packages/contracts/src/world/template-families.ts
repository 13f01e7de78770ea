/** A chat template (Jinja) on the built-in tokenizer, of one family that checkpoints have. */
export interface TemplateFamily {
  name: string;
  source: string;
}

/** ChatML whose contents are strings: a list of parts is an error. A system prompt of its own. */
const STRINGS_ONLY = `
{%- if messages[0].role != 'system' -%}
  {{- '<|im_start|>system\\nYou are an assistant.<|im_end|>\\n' -}}
{%- endif -%}
{%- if tools -%}
  {{- '<|im_start|>system\\nTools: ' + (tools | tojson) + '<|im_end|>\\n' -}}
{%- endif -%}
{%- for message in messages -%}
  {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}
  {{- '<|im_start|>assistant\\n' -}}
{%- endif -%}
`;

/** Headers between tags; a tool's answer is printed as JSON, tools stand in the first user turn. */
const HEADERS = `
{%- for message in messages -%}
  {%- set role = 'environment' if message.role == 'tool' else message.role -%}
  {{- '<|start_header_id|>' + role + '<|end_header_id|>\\n\\n' -}}
  {%- if tools and loop.first -%}
    {{- 'Functions: ' + (tools | tojson) + '\\n\\n' -}}
  {%- endif -%}
  {%- if message.role == 'tool' -%}
    {{- {'output': message.content} | tojson -}}
  {%- else -%}
    {{- message.content -}}
  {%- endif -%}
  {{- '<|eot_id|>' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}
  {{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' -}}
{%- endif -%}
`;

/** User and assistant take turns, other roles are refused; the system prompt joins the first. */
const ALTERNATING = `
{%- set has_system = messages[0].role == 'system' -%}
{%- set turns = messages[1:] if has_system else messages -%}
{%- for message in turns -%}
  {%- if message.role != ('user' if loop.index0 % 2 == 0 else 'assistant') -%}
    {{- raise_exception('user and assistant must take turns') -}}
  {%- endif -%}
  {%- if message.role == 'user' -%}
    {{- '[INST] ' -}}
    {%- if loop.first and has_system -%}
      {{- messages[0].content + '\\n\\n' -}}
    {%- endif -%}
    {{- message.content + ' [/INST]' -}}
  {%- else -%}
    {{- ' ' + message.content + '</s>' -}}
  {%- endif -%}
{%- endfor -%}
`;

/**
 * The assistant is called `model`, contents are trimmed, a system prompt is refused; users' contents
 * may be lists of parts, those of tools are strings.
 */
const MODEL_ROLE = `
{%- for message in messages -%}
  {%- if message.role == 'system' -%}
    {{- raise_exception('no system prompt') -}}
  {%- endif -%}
  {%- set role = 'model' if message.role == 'assistant' else message.role -%}
  {{- '<start_of_turn>' + role + '\\n' -}}
  {%- if message.role == 'tool' -%}
    {{- 'Result: ' + message.content -}}
  {%- elif message.content is string -%}
    {{- message.content | trim -}}
  {%- else -%}
    {%- for part in message.content -%}
      {%- if part.type == 'image' -%}
        {{- '<|image_pad|>' -}}
      {%- else -%}
        {{- part.text | trim -}}
      {%- endif -%}
    {%- endfor -%}
  {%- endif -%}
  {{- '<end_of_turn>\\n' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}
  {{- '<start_of_turn>model\\n' -}}
{%- endif -%}
`;

/** Tool answers in a row are one turn, numbered through the conversation. */
const NUMBERED_RESULTS = `
{%- set count = namespace(results=0) -%}
{%- for message in messages -%}
  {%- if message.role == 'tool' -%}
    {%- if loop.previtem is not defined or loop.previtem.role != 'tool' -%}
      {{- '<|im_start|>tool\\n' -}}
    {%- endif -%}
    {{- '<result ' ~ count.results ~ '>' + message.content + '</result>\\n' -}}
    {%- set count.results = count.results + 1 -%}
    {%- if loop.nextitem is not defined or loop.nextitem.role != 'tool' -%}
      {{- '<|im_end|>\\n' -}}
    {%- endif -%}
  {%- else -%}
    {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' -}}
  {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
  {{- '<|im_start|>assistant\\n' -}}
{%- endif -%}
`;

/** Reasoning is left out of all turns before the last question: history is rewritten. */
const DROPS_REASONING = `
{%- set last = namespace(question=-1) -%}
{%- for message in messages -%}
  {%- if message.role == 'user' -%}
    {%- set last.question = loop.index0 -%}
  {%- endif -%}
{%- endfor -%}
{%- for message in messages -%}
  {{- '<|im_start|>' + message.role + '\\n' -}}
  {%- if message.role != 'assistant' -%}
    {{- message.content -}}
  {%- elif loop.index0 > last.question -%}
    {{- message.content -}}
  {%- else -%}
    {{- message.content.split('</think>')[-1].lstrip('\\n') -}}
  {%- endif -%}
  {{- '<|im_end|>\\n' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}
  {{- '<|im_start|>assistant\\n' -}}
{%- endif -%}
`;

/** Families of chat templates beside the built-in ChatML. */
export const TEMPLATE_FAMILIES: readonly TemplateFamily[] = [
  { name: 'strings only', source: STRINGS_ONLY },
  { name: 'headers', source: HEADERS },
  { name: 'alternating roles', source: ALTERNATING },
  { name: 'model role', source: MODEL_ROLE },
  { name: 'numbered results', source: NUMBERED_RESULTS },
  { name: 'drops reasoning', source: DROPS_REASONING },
];
