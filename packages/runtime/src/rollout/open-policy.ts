import { stat } from 'node:fs/promises';
import {
  ConfigError,
  type Encoder,
  isSlimeError,
  type Policy,
  PluginError,
  type RolloutArgs,
} from 'slime-sdk';
import { openRecordedPolicy, randomPolicy } from '../engine/embedded/index.ts';
import { loadPolicy } from '../plugins/index.ts';
import { hashFile } from './hash-file.ts';
import { nearName } from './near-name.ts';

/** What the embedded engine samples from. */
export type PolicyChoice =
  | { kind: 'random' }
  | { kind: 'recorded'; file: string }
  | { kind: 'module'; spec: string };

/**
 * Reads `--policy`: `random`, `recorded:FILE`, or a module.
 *
 * @throws ConfigError when the file is not named.
 */
export function choosePolicy(spec: string): PolicyChoice {
  if (spec === 'random') return { kind: 'random' };
  if (!spec.startsWith('recorded:')) return { kind: 'module', spec };
  const file = spec.slice('recorded:'.length);
  if (file !== '') return { kind: 'recorded', file };
  throw new ConfigError('--policy recorded: needs a file: recorded:runs/x/samples.jsonl');
}

/** A policy, and what tells whether another run's is the same. */
export interface OpenPolicy {
  policy: Policy;
  /** Over its files; null for a policy that has none. */
  sha256: string | null;
}

/** Opens a policy by its choice. */
export async function openPolicy(
  choice: PolicyChoice,
  args: RolloutArgs,
  encoder: Encoder,
): Promise<OpenPolicy> {
  switch (choice.kind) {
    case 'random':
      return { policy: randomPolicy(encoder), sha256: null };
    case 'recorded':
      await refuseStream(choice.file);
      return {
        policy: await openRecordedPolicy(choice.file),
        sha256: await hashFile(choice.file),
      };
    case 'module': {
      const { build, sha256 } = await loadModule(choice.spec);
      return { policy: await build({ args }), sha256 };
    }
  }
}

/** Loads a policy's module; of one that is not there, says which built-in may have been meant. */
async function loadModule(spec: string): ReturnType<typeof loadPolicy> {
  try {
    return await loadPolicy(spec);
  } catch (error) {
    const [, word = '', file] = /^([^:]*)(?::(.*))?$/s.exec(spec) ?? [];
    const near = nearName(word.toLowerCase(), ['random', 'recorded']);
    if (near === null || !isSlimeError(error) || error.code !== 'SLIME_PLUGIN') throw error;
    const meant = near === 'recorded' ? `recorded:${file ?? 'FILE'}` : near;
    throw new PluginError(`${error.message}; did you mean --policy ${meant}?`, { cause: error });
  }
}

/** A recording is read twice, for its replies and for its hash: a pipe gives them once. */
async function refuseStream(file: string): Promise<void> {
  // What is not there is told of by the reading.
  const found = await stat(file).catch(() => null);
  if (found === null || found.isFile()) return;
  throw new ConfigError(
    `--policy recorded:${file}: a pipe, device or folder, not a file; save it first`,
  );
}
