import fc from 'fast-check';
import { readBuilt, ResultFault } from 'slime-runtime/hosting';
import { examination } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { type EpisodeStart, episodeStart } from './episode-start.ts';
import { type EnvTarget, onFreeArgs } from './target.ts';
import { closeQuietly } from './with-env.ts';

/** Starts that are tried. */
const MOST_STARTS = 32;

export const build = examination<EnvTarget>({
  id: 'env/build',
  title: 'build gives an environment that starts on the rows it is meant for',
  why: 'An episode whose environment cannot be built or reset fails before the first token, with its whole group.',
  fix: 'Return an object with reset, step, formatObservation and close, best a subclass of BaseInteractionEnv. Where it needs the fields of real rows, name them with --prompt-data, --label-key and --metadata-key.',
  source: 'examples/geo3k_vlm_multi_turn/rollout.py (build_env), base_env.py',
  faults: ['B015', 'B016', 'B142'],
  requires: [],
  async examine(target, trial) {
    const refusals: string[] = [];
    const starts = fc.sample(episodeStart(target.world), {
      seed: trial.seed,
      numRuns: MOST_STARTS,
    });
    for (const start of starts) {
      const refusal = await startOnce(target, trial, start);
      if (refusal === null) continue;
      if (!start.isMadeUp) {
        trial.fail({
          expected: 'an environment that starts',
          got: refusal,
          note: `on row ${start.sample.group_index}`,
        });
      }
      refusals.push(refusal);
    }
    if (refusals.length < starts.length) return;
    trial.fail({
      expected: 'an environment that starts',
      got: refusals[0],
      note: 'no rows were given, and it starts on none of those that were made up: name yours with --prompt-data',
    });
  },
});

/** Builds, resets and closes; gives what was thrown, null where nothing was. */
async function startOnce(
  target: EnvTarget,
  trial: Trial,
  { sample, seed }: EpisodeStart,
): Promise<string | null> {
  const { signal } = new AbortController();
  const built = await trial.attempt<unknown>('build', () =>
    onFreeArgs(target).build(sample, signal),
  );
  if (!built.ok) return `build ${built.text}`;
  const env = readEnvOf(built.value, trial);
  const reset = await trial.attempt('reset', () => env.reset({ seed, attempt: 0, signal }));
  if (reset.ok) await trial.call('close', () => env.close());
  else await closeQuietly(env, trial);
  return reset.ok ? null : `reset ${reset.text}`;
}

function readEnvOf(value: unknown, trial: Trial): ReturnType<typeof readBuilt> {
  try {
    return readBuilt(value);
  } catch (fault) {
    if (!(fault instanceof ResultFault)) throw fault;
    return trial.fail({
      expected: 'an environment: reset, step, formatObservation and close',
      got: fault.message,
    });
  }
}
