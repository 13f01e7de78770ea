import { basename, dirname, join } from 'node:path';
import { createRolloutArgs } from 'slime-sdk';
import { PLUGIN_KINDS, type PluginKind } from '../../src/plugin-kinds.ts';
import type { CheckResult } from '../../src/runner/check-result.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import type { Specimen } from '../../src/specimen.ts';

/** Folder of the specimens. */
export const SPECIMENS: string = join(import.meta.dirname, '..', '..', 'specimens');

/** How a specimen is run. */
export interface SpecimenRun {
  runs?: number;
  seed?: number;
  only?: readonly string[];
}

/**
 * Runs one plugin of a specimen's module in this process and gives the result of every check.
 *
 * @param file absolute, `specimens/<suite>/<check>.ts`
 */
export async function runSpecimen(
  file: string,
  plugin: '#broken' | '#correct',
  { runs = 200, seed = 1, only }: SpecimenRun = {},
): Promise<Map<string, CheckResult>> {
  const specimen = await readSpecimen(file);
  const kind = specimen.kind ?? kindOfSuite(basename(dirname(file)));
  const results = new Map<string, CheckResult>();
  await runSuite(
    {
      target: { kind, spec: `${file}${plugin}` },
      cwd: dirname(file),
      args: createRolloutArgs(specimen.args ?? {}),
      runs,
      seed,
      seconds: 5,
      replay: null,
      only: only === undefined ? null : [...only],
      skip: {},
      traceFile: specimen.traceFile === undefined ? null : join(dirname(file), specimen.traceFile),
      lawsPath: null,
      done: {},
    },
    {
      send(event) {
        if (event.type === 'result') results.set(event.result.id, event.result);
        if (event.type === 'refused') throw new Error(`${file}${plugin}: ${event.message}`);
      },
      mark: () => {},
      takeStray: () => null,
    },
  );
  return results;
}

/** What a specimen's module says of itself. */
export async function readSpecimen(file: string): Promise<Specimen> {
  const module: { specimen?: Specimen } = await import(file);
  return module.specimen ?? {};
}

/** Ids of the checks that the gate takes for flagged. */
export function flagged(results: ReadonlyMap<string, CheckResult>): string[] {
  return [...results.values()]
    .filter(({ outcome }) => ['fell_short', 'crashed', 'not_exercised'].includes(outcome))
    .map(({ id }) => id);
}

function kindOfSuite(suite: string): PluginKind {
  const kinds = Object.keys(PLUGIN_KINDS) as PluginKind[];
  const kind = kinds.find((name) => PLUGIN_KINDS[name].suite === suite);
  if (kind === undefined) throw new TypeError(`no kind of plugin has the suite ${suite}`);
  return kind;
}
