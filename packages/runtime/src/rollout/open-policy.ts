import { ConfigError, type Encoder, type Policy, type RolloutArgs } from 'slime-sdk';
import { openRecordedPolicy, randomPolicy } from '../engine/embedded/index.ts';
import { loadPolicy } from '../plugins/index.ts';

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

/** Opens a policy by its choice. */
export async function openPolicy(
  choice: PolicyChoice,
  args: RolloutArgs,
  encoder: Encoder,
): Promise<Policy> {
  switch (choice.kind) {
    case 'random':
      return randomPolicy(encoder);
    case 'recorded':
      return openRecordedPolicy(choice.file);
    case 'module':
      return (await loadPolicy(choice.spec))({ args });
  }
}
