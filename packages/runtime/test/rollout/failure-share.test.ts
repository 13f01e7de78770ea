import { createRolloutArgs, type FailureReport } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { failedTooOften, FailureShare } from '../../src/rollout/failure-share.ts';

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
      '9 of 17 episodes ended as env_failed, more than --max-failure-share 0.5; the first: step: e0',
    );
  });

  it('counts each cause for itself', () => {
    const share = new FailureShare(createRolloutArgs({ max_failure_share: 0.5 }));
    const run = (): void => {
      for (let episode = 0; episode < 40; episode += 1) {
        share.failed(episode % 2 === 0 ? 'env_failed' : 'engine_failed', report('e'));
        share.scored();
      }
    };
    expect(run).not.toThrow();
  });

  it('says nothing about fewer than 16 episodes', () => {
    const share = new FailureShare(createRolloutArgs({ max_failure_share: 0.5 }));
    for (let episode = 0; episode < 15; episode += 1) {
      expect(() => share.failed('env_failed', report('e'))).not.toThrow();
    }
    expect(() => share.failed('env_failed', report('e'))).toThrow('16 of 16');
  });
});

describe('a run that is over', () => {
  const failures = [
    { name: 'env_failed/step/EnvError', count: 2, example: 'a' },
    { name: 'grader_failed/reward/GraderError', count: 1, example: 'b' },
    { name: 'env_failed/reset/EnvError', count: 1, example: 'c' },
  ];

  it('fell short when one cause failed more than the limit, also in few episodes', () => {
    expect(failedTooOften({ values: { 'episode/count': 5 }, failures }, 0.5)).toBe(
      '3 of 5 episodes ended as env_failed, more than --max-failure-share 0.5',
    );
  });

  it('held when no cause did, and when nothing failed', () => {
    expect(failedTooOften({ values: { 'episode/count': 6 }, failures }, 0.5)).toBeNull();
    expect(failedTooOften({ values: {}, failures: [] }, 0)).toBeNull();
  });
});
