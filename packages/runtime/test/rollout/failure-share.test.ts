import { createRolloutArgs, type FailureReport } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { FailureShare } from '../../src/rollout/failure-share.ts';

function report(message: string): FailureReport {
  return { name: 'Error', message, code: null, where: 'step', turn: 0 };
}

describe('the share of failures', () => {
  it('stops the run with the first failure of the cause that is over the limit', () => {
    const share = new FailureShare(createRolloutArgs({ max_failure_share: 0.5 }));
    for (let episode = 0; episode < 8; episode += 1) share.scored();
    for (let episode = 0; episode < 8; episode += 1)
      share.failed('env_failed', report(`e${episode}`));
    expect(() => share.failed('env_failed', report('last'))).toThrow(
      '9 of 17 episodes ended as env_failed, more than max_failure_share 0.5; the first: step: e0',
    );
  });

  it('counts each cause for itself and says nothing about few episodes', () => {
    const share = new FailureShare(createRolloutArgs({ max_failure_share: 0.5 }));
    for (let episode = 0; episode < 15; episode += 1) share.failed('env_failed', report('e'));
    const mixed = new FailureShare(createRolloutArgs({ max_failure_share: 0.5 }));
    for (let episode = 0; episode < 40; episode += 1) {
      mixed.failed(episode % 2 === 0 ? 'env_failed' : 'engine_failed', report('e'));
      mixed.scored();
    }
  });
});
