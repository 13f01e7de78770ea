/** Calls as models get them wrong: none of them runs, each must be answered with what is wrong. */
export function malformedCalls(answer: string): string[] {
  const quoted = JSON.stringify(answer);
  const wrap = (body: string): string => `<tool_call>\n${body}\n</tool_call>`;
  return [
    // JSON that is broken.
    wrap(`{"name": "calc_score", "arguments": {"answer": ${quoted}}`),
    wrap(`{'name': 'calc_score', 'arguments': {}}`),
    wrap(`{"name": "calc_score", "arguments": {"answer": ${quoted},}}`),
    // JSON of the wrong shape.
    wrap(`{"name": "calc_score", "arguments": [${quoted}]}`),
    wrap(`{"name": "calc_score", "arguments": ${JSON.stringify(quoted)}}`),
    wrap(`{"function": "calc_score", "answer": ${quoted}}`),
    wrap('[1]'),
    // A call that is well formed and cannot run.
    wrap(`{"name": "check_answer", "arguments": {"answer": ${quoted}}}`),
    wrap('{"name": "calc_score", "arguments": {}}'),
    wrap('{"name": "calc_score", "arguments": {"answer": "  "}}'),
    // Tags that are not closed, or stand within a line.
    `<tool_call>\n{"name": "calc_score", "arguments": {"answer": ${quoted}}}`,
    `<tool_call>{"name": "calc_score", "arguments": {"answer": ${quoted}}}</tool_call>`,
  ];
}
