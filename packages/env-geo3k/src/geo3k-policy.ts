import { definePolicy, type PolicyReply, type PolicyRequest } from 'slime-sdk';
import { malformedCalls } from './malformed-calls.ts';

/** What a turn of a plan is made of. */
interface TurnContext {
  right: string;
  wrong: string;
  request: PolicyRequest;
}

type Turn = (context: TurnContext) => string;

/** A way to play an episode; the last turn is repeated while the episode goes on. */
interface Plan {
  name: string;
  /** Out of 100 episodes. */
  share: number;
  turns: readonly Turn[];
}

const call = (answer: string): string => {
  const body = JSON.stringify({ name: 'calc_score', arguments: { answer } });
  return `<tool_call>\n${body}\n</tool_call>`;
};
const box = (answer: string): string => `The result is \\boxed{${answer}}.`;

const answerRight: Turn = ({ right }) => box(right);
const answerWrong: Turn = ({ wrong }) => box(wrong);
const checkRight: Turn = ({ right }) => call(right);
const checkWrong: Turn = ({ wrong }) => call(wrong);
const checkBoth: Turn = ({ right, wrong }) => `${call(wrong)}\n${call(right)}`;
const draftThenCheck: Turn = ({ right, wrong }) =>
  `<think>\nI could check ${call(wrong)}\nbut that cannot be.\n</think>\n\n${call(right)}`;
const stumble: Turn = ({ right, request }) => {
  const kinds = malformedCalls(right);
  return kinds[Math.floor(request.random() * kinds.length)] ?? '';
};
/** Longer than the engine may sample: every word is a token or more. */
const ramble: Turn = ({ request }) => {
  const words = request.sampling_params.max_new_tokens ?? 128;
  return `<think>\n${'so the side is longer, or the angle is wider, and then '.repeat(Math.ceil(words / 11))}`;
};

const plans: readonly Plan[] = [
  { name: 'answer', share: 10, turns: [answerRight] },
  { name: 'check', share: 20, turns: [checkRight, answerRight] },
  { name: 'correct', share: 15, turns: [checkWrong, checkRight, answerRight] },
  { name: 'compare', share: 5, turns: [checkBoth, answerRight] },
  { name: 'draft', share: 5, turns: [draftThenCheck, answerRight] },
  { name: 'stumble', share: 5, turns: [stumble, answerRight] },
  { name: 'guess', share: 10, turns: [answerWrong] },
  { name: 'insist', share: 15, turns: [checkWrong] },
  { name: 'fumble', share: 5, turns: [stumble] },
  { name: 'ramble', share: 10, turns: [ramble] },
];

/** How a plan shows in the transcript, which is all that a policy remembers. */
const MARK = /\(plan: (\w+), turn (\d+)\)/g;

/**
 * A stand-in for a model that knows the label: it solves an episode with probability 0.60 (given
 * `max_turns` of 3 or more; 0.45 for 2, 0.10 for 1), and none without a label.
 *
 * It draws one of ten plans by the seeds of the request: answers at once, checks first, corrects a
 * wrong check, sends two calls in a turn, drafts a call in its reasoning, sends malformed calls,
 * guesses, insists on a wrong answer up to the turn limit, or rambles until it is cut.
 */
export const geo3kPolicy = definePolicy({
  name: 'geo3k',
  build: () => (request) => play(request),
});

function play(request: PolicyRequest): PolicyReply {
  const label = request.sample?.label;
  const known = typeof label === 'string' || typeof label === 'number';
  const right = known ? String(label) : '\\text{unknown}';
  const [mark] = [...request.text.matchAll(MARK)].slice(-1);
  const plan = plans.find(({ name }) => name === mark?.[1]) ?? draw(request.random());
  const turn = mark === undefined ? 0 : Number(mark[2]) + 1;
  const act = plan.turns[turn] ?? plan.turns.at(-1) ?? answerWrong;
  const text = act({ right, wrong: `${right} + 7`, request });
  const spot = text.lastIndexOf('</think>\n\n');
  const at = spot === -1 ? 0 : spot + '</think>\n\n'.length;
  return `${text.slice(0, at)}(plan: ${plan.name}, turn ${turn}) ${text.slice(at)}`;
}

function draw(random: number): Plan {
  let rest = random * 100;
  for (const plan of plans) {
    rest -= plan.share;
    if (rest < 0) return plan;
  }
  throw new RangeError(`the shares of the plans add up to less than ${random * 100}`);
}
