import fc from 'fast-check';
import type { Sample } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type EndedCase, forEachEnding, showEnded } from './each-ending.ts';
import { endings } from '../cases/endings.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { nameOf, samplesOf } from '../read-samples.ts';
import type { GenerateTarget } from '../target.ts';

const KEPT = [
  'index',
  'group_index',
  'label',
  'session_id',
  'custom_rm_path',
  'generate_function_path',
] as const;

/** A result is still the sample that was asked for. */
export const sampleIdentity = property<GenerateTarget, EndedCase>({
  id: 'generate/sample-identity',
  title:
    'the result keeps the identity and the row of its sample: index, group, label, metadata, prompt, pictures',
  why: 'slime sorts by index, groups by group_index and grades by label and metadata: a sample that was built anew without them is graded against nothing, or joins another group.',
  fix: 'Start from the sample that was handed over: { ...sample, tokens, … }; for a list, each of its segments.',
  source: 'slime/utils/types.py Sample; slime/rollout/sglang_rollout.py generate_rollout_async',
  faults: ['B032', 'B092'],
  requires: ['generate/result-shape'],
  share: 0.05,
  mostCases: 20,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, { ends: ['stop'], evaluation: fc.boolean() }),
      endings: endings({ least: 2 }),
    }),
  show: showEnded,
  async holds(target, input, trial) {
    await forEachEnding(target, trial, input, (episode) => {
      const samples = samplesOf(episode, trial) ?? [];
      for (const [at, sample] of samples.entries()) {
        assertKept(trial, sample, episode.sample, nameOf(samples, at));
      }
    });
  },
});

function assertKept(trial: Trial, got: Sample, asked: Sample, name: string): void {
  for (const key of KEPT) {
    if (asked[key] !== null) trial.equal(got[key], asked[key], `${key} of ${name}`);
  }
  if (got.prompt === '' || (Array.isArray(got.prompt) && got.prompt.length === 0)) {
    trial.equal(got.prompt, asked.prompt, `prompt of ${name}`);
  }
  const lost = Object.keys(asked.metadata).find((key) => !(key in got.metadata));
  if (lost !== undefined) {
    trial.fail({ expected: `metadata.${lost} of the row`, got: `${name} without it` });
  }
  if (asked.multimodal_inputs !== null && got.multimodal_inputs === null) {
    trial.fail({ expected: 'multimodal_inputs of the row', got: `${name} without them` });
  }
}
