import { definePolicy, type PolicyRequest, type ToolSpec } from 'slime-sdk';
import { findTask } from '../episode/find-task.ts';
import { readPolicyConfig } from './policy-config.ts';
import { pick, randomObject } from './random-arguments.ts';
import { createTurnWriter, type Move } from './write-turn.ts';

const WORDS = 'I have looked into it. Is there anything else?';
/** Share of turns that speak. */
const SPEAKS = 0.1;
const MOST_CALLS = 3;
/** Characters of the transcript's end, and words of it, that calls are made of. */
const MOST_READ = 8000;
const MOST_WORDS = 200;

/**
 * A control that calls tools at random: any tool, with arguments that its schema allows, of words
 * that stand in the transcript. It draws by the seeds of the request.
 */
export const randomCalls = definePolicy({
  name: 'tau-random-calls',
  build({ args }) {
    const config = readPolicyConfig(args);
    const write = createTurnWriter(config, args);
    return async (request) => {
      if (request.sample === undefined) return write({ say: WORDS }, '');
      const { data } = await findTask(request.sample, config);
      return write(drawMove(data.tools, request), '');
    };
  },
});

function drawMove(tools: readonly ToolSpec[], request: PolicyRequest): Move {
  const random = (): number => request.random();
  if (random() < SPEAKS) return { say: WORDS };
  const found = request.text.slice(-MOST_READ).match(/#?[\w@.-]*\w/g) ?? [];
  const source = { random, words: found.slice(-MOST_WORDS) };
  const calls = Array.from({ length: 1 + Math.floor(random() * MOST_CALLS) }, () => {
    const tool = pick(tools, random)?.function;
    return { name: tool?.name ?? '', kwargs: randomObject(tool?.parameters, source) };
  });
  return { calls };
}
