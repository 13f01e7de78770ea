import { createRolloutArgs, createSample } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { geo3kEnv } from '../src/index.ts';

const signal = AbortSignal.timeout(10_000);
const sample = createSample({ label: '2 \\sqrt { 221 }' });
const args = createRolloutArgs();
const env = await geo3kEnv.build({ sample, args, config: { max_turns: 3 }, signal });
await env.reset({ seed: 1, attempt: 0, signal });

const answer = String.raw`{"name": "calc_score", "arguments": {"answer": "\\sqrt{884}"}}`;
const text = `<tool_call>\n${answer}\n</tool_call>`;
const read = parseResponse(text, { toolCallParser: 'qwen25', reasoningParser: 'qwen3' });
const step = await env.step(text, { ...read, turn: 0, truncated: false, seed: 1, signal });
export const messages = env.formatObservation(step.observation);
// [{ role: 'tool', name: 'calc_score', content: 'calc_score gave 1.0: this matches …' }]
