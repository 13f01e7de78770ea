/** Templates that do what some models' templates do, each one such thing. */

const TURN = "'<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n'";
const PROMPT = "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
const turns = (turn: string) => `{% for m in messages %}${turn}{% endfor %}${PROMPT}`;

/** Numbers the messages: what follows a turn depends on the history. */
export const NUMBERED = turns(
  "{{ '<|im_start|>' + m.role ~ loop.index ~ '\\n' + m.content + '<|im_end|>\\n' }}",
);

/** Prints the tools before the last user message. */
export const TOOLS_LAST = turns(
  `{% if loop.last and tools %}{{ tools | tojson }}{% endif %}{{ ${TURN} }}`,
);

/** Prints nothing of tool messages. */
export const DROPS_TOOL = turns(`{% if m.role != 'tool' %}{{ ${TURN} }}{% endif %}`);

/** Refuses tool messages. */
export const REFUSES_TOOL = turns(
  `{% if m.role == 'tool' %}{{ raise_exception('no tools here') }}{% endif %}{{ ${TURN} }}`,
);

/** Trims every content. */
export const TRIMS = turns(
  `{% set content = m.content | trim %}{{ ${TURN.replace('m.content', 'content')} }}`,
);

/** Drops what all assistant turns but the last said. */
export const FORGETS = turns(
  `{% if m.role == 'assistant' and loop.revindex > 2 %}{{ '<|im_start|>assistant\\n<|im_end|>\\n' }}{% else %}{{ ${TURN} }}{% endif %}`,
);

/** Ends turns in plain text. */
export const PLAIN_END = `{% for m in messages %}{{ m.role + ': ' + m.content + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ 'assistant: ' }}{% endif %}`;

/** Writes content as JSON, escaping what is beyond ASCII. */
export const ESCAPES = turns(
  "{{ '<|im_start|>' + m.role + '\\n' + (m.content | tojson(ensure_ascii=true) if m.role != 'assistant' else m.content) + '<|im_end|>\\n' }}",
);

/** Trims every part. */
export const TRIMS_PARTS = turns(
  "{{ '<|im_start|>' + m.role + '\\n' }}{% if m.content is string %}{{ m.content | trim }}{% else %}{% for p in m.content %}{{ p.text | trim }}{% endfor %}{% endif %}{{ '<|im_end|>\\n' }}",
);

/** Takes parts only, and numbers pictures when asked to. */
export const PARTS_ONLY = `{% set n = namespace(i=0) %}${turns(
  "{{ '<|im_start|>' + m.role + '\\n' }}{% for p in m.content %}{% if p.type == 'image' %}{% set n.i = n.i + 1 %}{% if add_vision_id %}{{ 'Picture ' ~ n.i ~ ': ' }}{% endif %}{{ '<|vision_start|><|image_pad|><|vision_end|>' }}{% else %}{{ p.text }}{% endif %}{% endfor %}{{ '<|im_end|>\\n' }}",
)}`;
