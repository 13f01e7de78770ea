import { basename } from 'node:path';
import type { Failure, PluginReport } from './report.ts';

/** The line of the plugin's file that a failure names: where it threw. Null where it names none. */
export function lineOfFailure(
  { file }: Pick<PluginReport, 'file'>,
  failure: Pick<Failure, 'got' | 'note'>,
): number | null {
  if (file === null) return null;
  const text = `${failure.got}\n${failure.note ?? ''}`;
  for (const name of [file, basename(file)]) {
    const at = text.indexOf(`${name}:`);
    const digits = at === -1 ? null : /^[1-9]\d{0,6}/.exec(text.slice(at + name.length + 1));
    if (digits !== null) return Number(digits[0]);
  }
  return null;
}
