import { createRolloutArgs, createSample, type Ending, type Sample } from 'slime-sdk';
import type { EpisodeRecord, GroupRecord, TurnRecord } from '../../src/rollout/records.ts';
import type { RunManifest } from '../../src/observe/run-manifest.ts';

/** A turn that sampled two ids behind a prompt of two. */
export function makeTurn(index: number, groupIndex: number, fields: Partial<TurnRecord> = {}) {
  const turn: TurnRecord = {
    index,
    group_index: groupIndex,
    attempt: 0,
    turn: 0,
    segment: 0,
    rid: `rid-${index}`,
    discarded: [],
    discarded_cause: null,
    start: 2,
    tokens: 2,
    text: 'ünï',
    finish: { type: 'stop', matched: 4 },
    weight_version: 'default',
    observation: null,
    observation_tokens: 0,
    observation_cut: false,
    observation_cuts: [],
    done: true,
    reward: null,
    info: null,
    env_retries: 0,
    ending: 'env_done',
    generate_seconds: 0.5,
    env_seconds: 0.25,
    ...fields,
  };
  return turn;
}

/** A completed sample of that turn. */
export function makeSample(index: number, groupIndex: number, fields: Partial<Sample> = {}) {
  return createSample({
    index,
    group_index: groupIndex,
    prompt: 'q',
    tokens: [1, 2, 3, 4],
    response: 'ünï',
    response_length: 2,
    loss_mask: [1, 1],
    rollout_log_probs: [-0.5, -0.25],
    status: 'completed',
    reward: index % 2,
    ...fields,
  });
}

/** The episode of that turn. */
export function makeEpisode(
  index: number,
  groupIndex: number,
  fields: Partial<EpisodeRecord> = {},
): EpisodeRecord {
  const ending: Ending = 'env_done';
  return {
    index,
    group_index: groupIndex,
    attempt: 0,
    ending,
    turns: 1,
    failure: null,
    engine_retries: {},
    env_retries: 0,
    reset_info: null,
    env_metrics: {},
    seconds: 1,
    ...fields,
  };
}

/** A group of `n` completed episodes of one turn. */
export function makeGroup(groupIndex: number, n = 2): GroupRecord {
  const indices = Array.from({ length: n }, (_, at) => groupIndex * n + at);
  return {
    group_index: groupIndex,
    samples: indices.map((index) => makeSample(index, groupIndex)),
    episodes: indices.map((index) => makeEpisode(index, groupIndex)),
    turns: indices.map((index) => makeTurn(index, groupIndex)),
  };
}

/** A run on nothing in particular. */
export function makeManifest(fields: Partial<RunManifest> = {}): RunManifest {
  return {
    args: createRolloutArgs({ prompt_data: 'rows.jsonl', n_samples_per_prompt: 2 }),
    settings: { engine: 'embedded' },
    plugins: [{ spec: './env.ts', file: '/plugins/env.ts', sha256: 'ab' }],
    data: { file: 'rows.jsonl', sha256: 'cd', rows: 8 },
    ...fields,
  };
}
