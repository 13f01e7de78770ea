import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractAnswer } from 'slime-sdk/rewards';
import { calcScore } from '../src/index.ts';
import { malformedCalls } from '../src/malformed-calls.ts';
import { createRow, openEnv, readTurn } from './play-episode.ts';

const call = (answer: unknown, name = 'calc_score') =>
  `<tool_call>\n${JSON.stringify({ name, arguments: { answer } })}\n</tool_call>`;

const signal = AbortSignal.timeout(60_000);

/** The texts that answer a turn; `done` where the episode ends. */
async function answersTo(
  label: string | number,
  text: string,
  turn = 0,
  maxTurns = 9,
): Promise<string[] | 'done'> {
  const env = await openEnv(createRow(label), maxTurns);
  await env.reset({ seed: 1, attempt: 0, signal });
  const step = await env.step(text, { ...readTurn(text), turn, seed: 1, signal });
  const texts = [env.formatObservation(step.observation)].flat().map(({ content }) => {
    if (typeof content !== 'string') throw new TypeError('observations here are text');
    return content;
  });
  return step.done ? 'done' : texts;
}

const RIGHT =
  'calc_score gave 1.0: this matches the reference. Call no tool now, state the final result in a box.';
const WRONG =
  'calc_score gave 0.0: this does not match the reference. Work it out in another way before you try again.';
const LAST =
  'One turn is left: call no tool in it, state the final result in a box. It counts as it stands.';

describe('a turn', () => {
  it.each([
    ['2 \\sqrt { 221 }', '2\\sqrt{221}'],
    ['2 \\sqrt { 221 }', '\\boxed{2\\sqrt{221}}'],
    ['48', 48],
    [48, '48'],
  ])('scores the label %j for the answer %j', async (label, given) => {
    expect(await answersTo(label, call(given))).toEqual([RIGHT]);
    expect(await answersTo(label, call(given, 'calc_geo3k_reward'))).toEqual([RIGHT]);
  });

  it('answers every call in order', async () => {
    const text = `${call('7')}${call('48')}${call('48', 'score')}${call('')}`;
    expect(await answersTo('48', text)).toEqual([
      WRONG,
      RIGHT,
      'Error: there is no tool of that name; the tools are: calc_score',
      'Error: wrong arguments for calc_score: answer: must not be blank',
    ]);
  });

  it('runs no call that is drafted in the reasoning block', async () => {
    expect(await answersTo('48', `<think>${call('7')}</think>${call('48')}`)).toEqual([RIGHT]);
    expect(await answersTo('48', `<think>${call('7')}</think>It is 48.`)).toBe('done');
  });

  it('without a call is the final answer', async () => {
    expect(await answersTo('48', '\\boxed{48}')).toBe('done');
    expect(await answersTo('48', '')).toBe('done');
  });

  it('answers each way to get a call wrong with what is wrong', async () => {
    for (const text of malformedCalls('48')) {
      const texts = await answersTo('48', text);
      expect(texts).toEqual([expect.stringMatching(/^Error: /)]);
    }
  });

  it('before the last one is told so, whatever the calls were', async () => {
    for (const text of [call('48'), call('7'), malformedCalls('48')[0] ?? '']) {
      const [before, warned, last] = await Promise.all(
        [0, 1, 2].map((turn) => answersTo('48', text, turn, 3)),
      );
      expect(warned).toEqual([`${before?.[0] ?? ''} ${LAST}`]);
      expect(last).toEqual(before);
    }
    const [first, second] = await answersTo('48', call('1') + call('2'), 1, 3);
    expect([first, second]).toEqual([WRONG, `${WRONG} ${LAST}`]);
  });
});

describe('what the environment says', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      '<tool_call>\n',
      '\n</tool_call>',
      '<think>',
      '</think>',
      '{',
      '"',
      '\\boxed{9}',
    ),
    fc.constantFrom(
      call('\\boxed{73191}'),
      call('73191 \\sqrt { 2 }'),
      call('\\boxed{5}', '\\boxed{5}'),
    ),
    fc.constantFrom(...malformedCalls('\\boxed{5}')),
    fc.string(),
  );

  it('answers as many calls as there are, with no box, no stated answer and no label', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
        fc.integer({ min: 0, max: 3 }),
        async (text, turn) => {
          const texts = await answersTo('73191 \\sqrt { 2 }', text, turn, 4);
          const { calls } = readTurn(text);
          if (texts === 'done') return calls.length === 0;
          expect(texts.length).toBe(calls.length);
          const all = texts.join('\n');
          expect(extractAnswer(all)).toBeNull();
          expect(all).not.toMatch(/boxed|answer\s*(?:is|:|=)\s*\S*[\d(]|73191/i);
          return true;
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('an episode', () => {
  it('hands calc_score to the template and counts its calls', async () => {
    const env = await openEnv(createRow('48'));
    expect(await env.reset({ seed: 1, attempt: 0, signal })).toEqual({ tools: [calcScore.spec] });
    const text = call('7') + call('48') + call('48', 'score');
    await env.step(text, { ...readTurn(text), turn: 0, seed: 1, signal });
    expect(env.metrics?.()).toEqual({ calc_score_calls: 2, calc_score_right: 1, refused_calls: 1 });
    await env.reset({ seed: 1, attempt: 1, signal });
    expect(env.metrics?.()).toEqual({ calc_score_calls: 0, calc_score_right: 0, refused_calls: 0 });
  });

  it('does not start without a label that can be graded', async () => {
    for (const label of [null, '', '  ', '\\sqrt{', { value: 3 }]) {
      await expect(openEnv(createRow(label))).rejects.toMatchObject({ code: 'SLIME_DATA' });
    }
  });

  it('tells nothing of the label at reset', async () => {
    const env = await openEnv(createRow('73191'));
    expect(JSON.stringify(await env.reset({ seed: 1, attempt: 0, signal }))).not.toContain('73191');
  });
});
