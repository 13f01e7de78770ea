import { property } from '../../../check.ts';
import { type EndedCase, endedCase, forEachEnding, showEnded } from './each-ending.ts';
import type { GenerateTarget } from '../target.ts';

/** Standard output is somebody else's. */
export const quiet = property<GenerateTarget, EndedCase>({
  id: 'generate/quiet',
  title: 'an episode writes nothing to standard output',
  why: 'Commands print their report there, and a line for each of a million turns drowns everything else in the log.',
  fix: 'Use context.log, put what it says into metadata, or leave it out.',
  source: 'CONTRIBUTING.md (standard output belongs to reports)',
  faults: [],
  requires: ['generate/settles'],
  share: 0.03,
  mostCases: 12,
  inputs: ({ world }) => endedCase(world),
  show: showEnded,
  async holds(target, input, trial) {
    await forEachEnding(target, trial, input, () => {
      if (trial.output === '') return;
      trial.fail({ expected: 'nothing on standard output', got: trial.output });
    });
  },
});
