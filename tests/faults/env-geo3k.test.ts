import { describe, expect, it } from 'vitest';
import { type Play, playOne } from './play.ts';
import { runFiles } from './run-files.ts';

const call = (body: unknown): string => `<tool_call>\n${JSON.stringify(body)}\n</tool_call>`;
const score = (answer: string): string => call({ name: 'calc_score', arguments: { answer } });

/** Plays the package's env and reward for the label 7. */
function playGeo3k(script: Play['script'], episodes = 1) {
  return playOne({
    envPath: 'slime-env-geo3k',
    rewardPath: 'slime-env-geo3k',
    script,
    samples: Array.from({ length: episodes }, () => ({
      prompt: [{ role: 'user', content: 'How many days has a week?' }],
      label: '7',
    })),
    args: { sglang_tool_call_parser: 'qwen25', sglang_reasoning_parser: 'qwen3' },
  });
}

const MISSHAPEN: readonly (readonly [string, string])[] = [
  ['arguments that are a list', call({ name: 'calc_score', arguments: ['7'] })],
  ['arguments that are a text of a number', call({ name: 'calc_score', arguments: '7' })],
  ['arguments that are a number', call({ name: 'calc_score', arguments: 7 })],
  ['no arguments', call({ name: 'calc_score' })],
  ['a function that is a text', call({ function: 'calc_score', arguments: { answer: '7' } })],
  ['a name that is a number', call({ name: 1, arguments: { answer: '7' } })],
  ['a name that is no tool', call({ name: 'solve', arguments: { answer: '7' } })],
  ['an answer that is a list', call({ name: 'calc_score', arguments: { answer: ['7'] } })],
  ['a list', call(['calc_score'])],
  ['null', call(null)],
  ['JSON that is broken', '<tool_call>\n{"name": "calc_score", \n</tool_call>'],
];

it('B028: a call of another shape is answered with what is wrong, and the episode goes on', async () => {
  const { turns, samples } = await playGeo3k(
    ({ index, turn }) => (turn === 0 ? (MISSHAPEN[index]?.[1] ?? '') : 'It is \\boxed{7}.'),
    MISSHAPEN.length,
  );
  const answers = turns.filter(({ turn }) => turn === 0).map(({ observation }) => observation);
  const expected = MISSHAPEN.map(([name]) => [
    name,
    [expect.objectContaining({ role: 'tool', content: expect.stringMatching(/^Error: /) })],
  ]);
  expect(MISSHAPEN.map(([name], at) => [name, answers[at]])).toEqual(expected);
  expect(samples.map(({ status, reward }) => [status, reward])).toEqual(
    MISSHAPEN.map(() => ['completed', 1]),
  );
});

describe('B029: calls are read outside the reasoning, and each is answered', () => {
  it('one that is drafted inside it does not run', async () => {
    const { turns, episode } = await playGeo3k([
      `<think>\nMaybe ${score('8')}\n</think>\n\n${score('7')}`,
      'It is \\boxed{7}.',
    ]);
    expect(turns[0]?.observation).toHaveLength(1);
    expect(episode.env_metrics).toMatchObject({ calc_score_calls: 1, calc_score_right: 1 });
  });

  it('a turn with nothing but a draft is the final answer', async () => {
    const { turns, episode, sample } = await playGeo3k([
      `<think>\n${score('7')}\n</think>\n\nIt is \\boxed{6}.`,
    ]);
    expect(turns).toHaveLength(1);
    expect(episode.env_metrics).toMatchObject({ calc_score_calls: 0 });
    expect(sample.reward).toBe(0);
  });

  it('two calls in a turn are both answered, in order', async () => {
    const { turns } = await playGeo3k([`${score('8')}\n${score('7')}`, 'It is \\boxed{7}.']);
    expect(turns[0]?.observation?.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^calc_score gave 0\.0/),
      expect.stringMatching(/^calc_score gave 1\.0/),
    ]);
  });
});

describe('B030: a reward reads the policy’s words, not the environment’s', () => {
  it('geo3k’s feedback holds no box and no label', async () => {
    const { turns } = await playGeo3k([score('7'), score('8'), 'It is \\boxed{7}.']);
    const told = turns.flatMap((turn) => turn.observation ?? []);
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toMatch(/boxed\{\d|\b7\b/);
  });

  it('a right answer stays right whatever was told after it', async () => {
    const { sample } = await playGeo3k([`${score('7')} so \\boxed{7}`, 'It is \\boxed{7}.']);
    expect(sample.reward).toBe(1);
  });

  it.each([
    ['\\boxed{3}', 0],
    ['\\boxed{7}', 1],
    ['no box', 0],
  ])(
    '--rm-type math gives an answer of %s a reward of %d beside an env that quotes the label',
    async (text, reward) => {
      const { samples } = await runFiles({
        rows: [{ input: 'hi', label: '7' }],
        args: {
          label_key: 'label',
          rollout_interaction_env_path: './quoting.ts',
          rm_type: 'math',
        },
        files: {
          'policy.ts': `export const policy = () => ${JSON.stringify(text)};\n`,
          'quoting.ts': `export const buildEnv = () => ({
          reset: () => ({}),
          step: (_text, { turn }) => ({ observation: { text: 'It is \\\\boxed{7}.' }, done: turn >= 1 }),
          formatObservation: ({ text }) => ({ role: 'user', content: text }),
          close() {},
        });\n`,
        },
      });
      expect(samples[0]?.response).toContain('It is \\boxed{7}.');
      expect(samples[0]?.reward).toBe(reward);
    },
  );
});
