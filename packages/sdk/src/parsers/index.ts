export { parseResponse, type ParsedResponse, type ParseResponseOptions } from './parse-response.ts';
export { reasoningParsers, splitReasoning, type SplitText } from './split-reasoning.ts';
export { type CallsInText, parseToolCalls, toolCallParsers } from './parse-tool-calls.ts';
export { PYTHON_ESCAPES } from './python-escapes.ts';
