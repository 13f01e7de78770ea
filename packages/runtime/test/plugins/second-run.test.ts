import { createSample } from 'slime-sdk';
import { lengthPenalty } from 'slime-sdk/rewards';
import { expect, it } from 'vitest';
import { shortContext } from '../../src/plugins/second-run.ts';
import { scoreContext, shortArgs } from './project.ts';

it('a control input has a token for its answer, so that a reward by length grades it', async () => {
  const context = scoreContext(shortArgs(1));
  const sample = createSample({
    response: 'never ends',
    tokens: [1, 2, 3, 4, 5],
    response_length: 3,
    loss_mask: [1, 0, 1],
    rollout_log_probs: [-1, 0, -1],
  });
  const { args, samples, views, signal } = shortContext({ ...context, samples: [sample] });
  const [control] = samples;
  const [view] = views;
  if (control === undefined || view === undefined) throw new Error('no control input');
  expect(control).toMatchObject({
    response: '0',
    tokens: [1, 2, 3],
    response_length: 1,
    loss_mask: null,
    rollout_log_probs: null,
  });

  const reward = lengthPenalty({ overlongBufferLen: 2, maxResponseLength: 10 });
  if (reward.mode !== 'single') throw new Error('not a reward of one sample');
  expect(await reward.reward(args, control, { ...view, signal })).toBe(0);
});

it('a control input has no tokens where its row has none', () => {
  const context = scoreContext(shortArgs(1));
  const sample = createSample({ response: 'never ends' });
  const { samples } = shortContext({ ...context, samples: [sample] });
  expect(samples).toMatchObject([{ response: '0', tokens: [], response_length: 0 }]);
});
