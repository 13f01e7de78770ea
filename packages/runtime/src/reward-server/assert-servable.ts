import { ConfigError } from 'slime-sdk';
import type { HostedReward } from '../plugins/plugin-host.ts';

/** Built-in rewards that cannot do without the row's metadata. */
const READ_METADATA: ReadonlySet<string> = new Set(['gpqa', 'ifbench']);

/** Refuses built-in rewards that cannot be served at all. @throws ConfigError that says why. */
export function assertServableType(rmType: string): void {
  const type = rmType.trim().replace(/^boxed_/, '');
  const name = `--rm-type ${rmType}`;
  if (type === 'remote_rm') {
    throw new ConfigError(`${name}: this would only pass requests on; give slime that --rm-url`);
  }
  if (READ_METADATA.has(type)) throw readsMetadata(name, 'run it in slime itself');
}

/**
 * Refuses a reward that would misread what slime sends: no metadata, and observations among the
 * policy's words.
 *
 * @throws ConfigError that says which.
 */
export function assertServable(
  name: string,
  { reads = [], declaresReads }: HostedReward['declaration'],
  isSingleTurn: boolean,
): void {
  const isDeclared = declaresReads === true;
  if (isDeclared && reads.includes('metadata')) {
    throw readsMetadata(
      name,
      "put what it needs into the label, and leave 'metadata' out of `reads`",
    );
  }
  if (isSingleTurn || (isDeclared && reads.includes('observation'))) return;
  throw readsNoObservation(name, isDeclared ? `reads ${reads.join(', ')}` : 'declares no `reads`');
}

function readsMetadata(name: string, advice: string): ConfigError {
  return new ConfigError(
    `${name} reads 'metadata', and slime's remote_rm sends none, only prompt, response and label: ${advice}`,
  );
}

function readsNoObservation(name: string, what: string): ConfigError {
  return new ConfigError(
    `${name} ${what}, and slime sends the whole response, what the environment said included: the ` +
      'policy would be graded for it. Add --single-turn where no environment answers, or a reward ' +
      "that tells them apart itself and declares reads: ['observation', …] in defineReward",
  );
}
