/** Tokens of gpt-oss that stand around the parts of its messages. */
export const HARMONY_MARKERS = 'start,end,message,channel,constrain,return,call'
  .split(',')
  .map((name) => `<|${name}|>`);

/** Tokens of Kimi that stand around its calls. */
export const KIMI_MARKERS = 's_section_begin,s_section_end,_begin,_argument_begin,_end'
  .split(',')
  .map((name) => `<|tool_call${name}|>`);
