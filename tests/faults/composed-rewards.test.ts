import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CustomRM, RewardDefinition } from 'slime-sdk';
import { graders, lengthPenalty, llmJudge, weightedSum } from 'slime-sdk/rewards';
import { expect, it, onTestFinished } from 'vitest';
import { playOne } from './play.ts';

const done = { step: () => ({ observation: { text: 'OBS' }, done: true }) };

/** A served address of a judge that answers so, until the test ends. */
async function startJudge(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/v1`;
}

const says =
  (content: string): RequestListener =>
  (_, response) =>
    void response.end(
      JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }),
    );

/** A grader, a judge and a length, in a run with all of its real parts. */
function composed(baseUrl: string): CustomRM {
  const judge = llmJudge({ llm: { baseUrl, model: 'judge', retries: 0 }, rubric: 'Is it kind?' });
  const sum: RewardDefinition<unknown> = weightedSum({
    key: 'score',
    parts: [
      { name: 'answer', weight: 1, reward: graders.math },
      { name: 'kind', weight: 0.5, reward: judge },
      { name: 'overlong', weight: 1, reward: lengthPenalty({ overlongBufferLen: 1 }) },
    ],
  });
  if (sum.mode !== 'single') throw new Error('not a reward of one sample');
  return sum.reward;
}

const score = (baseUrl: string) =>
  playOne({
    env: done,
    script: ['It is \\boxed{4}.'],
    reward: composed(baseUrl),
    samples: [{ label: '4' }],
    args: { reward_key: 'score', rollout_max_response_len: 1000 },
  });

it('a composed reward is trained on by its key, and reports its parts', async () => {
  const { sample } = await score(await startJudge(says('{"reasoning": "so", "score": 6}')));
  expect(sample.reward).toEqual({ score: 1.3, answer: 1, kind: 0.6, overlong: 0 });
});

it.each<[string, RequestListener, RegExp]>([
  [
    'answers with an error',
    (_, response) => void response.writeHead(500).end('busy'),
    /HTTP 500: busy/,
  ],
  [
    'ends the connection',
    (_, response) => void response.destroy(),
    /UND_ERR_SOCKET|other side closed/,
  ],
  ['gives no verdict', says('It depends.'), /no verdict in 3 replies/],
])('a judge that %s fails the grader: no reward, and no 0', async (_, answer, message) => {
  const { sample, episode } = await score(await startJudge(answer));
  expect(episode.ending).toBe('grader_failed');
  expect(episode.failure?.message).toMatch(message);
  expect(episode.failure?.message).toMatch(/part "kind"/);
  expect(sample).toMatchObject({ status: 'failed', reward: null });
});
