import type { PluginReport } from '../../report/report.ts';
import type { RolloutArgs } from 'slime-sdk';

/** Checks stored samples. */
export async function checkSamplesFile(
  file: string,
  _options: { args: RolloutArgs },
): Promise<PluginReport> {
  return { kind: 'samples', spec: file, file, sha256: null, error: null, checks: [], branches: null, output: [] };
}
