import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PLUGIN_KINDS, type PluginKind } from '../../src/plugin-kinds.ts';
import type { CheckResult } from '../../src/runner/check-result.ts';
import type { SuiteEvent } from '../../src/runner/suite-messages.ts';
import { superviseSuite } from '../../src/runner/supervise-suite.ts';
import type { Specimen } from '../../src/specimen.ts';
import { SUITES } from '../../src/suites/index.ts';
import { flagged, readSpecimen, runSpecimen, SPECIMENS } from '../suites/run-specimen.ts';

/** One seed a specimen in `npm test`, twenty in `npm run test:full`. */
export const SEEDS: readonly number[] = Array.from(
  { length: process.env['SLIME_TEST_TIER'] === 'full' ? 20 : 1 },
  (_, at) => at + 1,
);

/** Runs a plugin of a specimen, in a process of its own where it needs one. */
async function run(
  file: string,
  plugin: '#broken' | '#correct',
  kind: PluginKind,
  options: { runs: number; seed?: number; only?: readonly string[] },
): Promise<ReadonlyMap<string, CheckResult>> {
  const specimen = await readSpecimen(file);
  if (specimen.isolation !== 'process') return runSpecimen(file, plugin, options);
  const results = new Map<string, CheckResult>();
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  await superviseSuite(
    {
      target: { kind, spec: `${file}${plugin}` },
      cwd: dirname(file),
      args: createRolloutArgs(specimen.args ?? {}),
      runs: options.runs,
      seed: options.seed ?? 1,
      seconds: 1,
      replay: null,
      only: options.only === undefined ? null : [...options.only],
      skip: {},
      traceFile: null,
      lawsPath: null,
      done: {},
    },
    (event: SuiteEvent) => {
      if (event.type === 'result') results.set(event.result.id, event.result);
      if (event.type === 'refused') throw new Error(event.message);
    },
    controller.signal,
  );
  return results;
}

/**
 * Holds the checks of a kind to their specimens, both ways: each check has one, its broken plugin
 * breaks it and nothing that the specimen does not list, its correct plugin breaks nothing.
 */
export async function gateSuite(kind: PluginKind, options: { runs: number }): Promise<void> {
  const { suite } = PLUGIN_KINDS[kind];
  const { checks } = await SUITES[kind]();
  const folder = join(SPECIMENS, suite);
  const names = existsSync(folder)
    ? readdirSync(folder).flatMap((name) => (name.endsWith('.ts') ? [basename(name, '.ts')] : []))
    : [];

  it(`has a specimen for each check of ${suite}, and none for another`, () => {
    expect(names.map((name) => `${suite}/${name}`).toSorted()).toEqual(
      checks.map(({ id }) => id).toSorted(),
    );
  });

  describe.each(names)(`${suite}/%s`, (name) => {
    const id = `${suite}/${name}`;
    const file = join(folder, `${name}.ts`);

    it.each(SEEDS)('falls short on the plugin that is broken on purpose, seed %i', async (seed) => {
      const results = await run(file, '#broken', kind, { ...options, seed });
      expect(told(results.get(id))).toEqual(['fell_short', null]);
      const { alsoFires = [] }: Specimen = await readSpecimen(file);
      expect(
        flagged(results).filter((other) => other !== id && !alsoFires.includes(other)),
      ).toEqual([]);
    });

    it.each(SEEDS)('and everything else holds on the correct one, seed %i', async (seed) => {
      const results = await run(file, '#correct', kind, { ...options, seed });
      expect(told(results.get(id))).toEqual(['held', null]);
      expect(flagged(results)).toEqual([]);
    });
  });
}

/** The rows of the catalogue of faults that are specimens of some kinds. */
export async function faultSpecimens(): Promise<{ row: string; check: string; file: string }[]> {
  const folder = join(SPECIMENS, 'faults');
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.ts'))
    : [];
  return Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      const { fault } = await readSpecimen(file);
      if (fault === undefined) throw new TypeError(`${name} does not say which fault it is`);
      return { ...fault, file };
    }),
  );
}

/** Runs the check that is meant to catch a fault, and what it depends on. */
export async function runFault(
  file: string,
  check: string,
  plugin: '#broken' | '#correct',
  seed: number,
): Promise<CheckResult | undefined> {
  const suite = check.split('/')[0];
  const kinds = Object.keys(PLUGIN_KINDS) as PluginKind[];
  const kind = kinds.find((name) => PLUGIN_KINDS[name].suite === suite);
  if (kind === undefined) throw new TypeError(`${check} is a check of no kind of plugin`);
  const results = await run(file, plugin, kind, { runs: 300, seed, only: [check] });
  return results.get(check);
}

/** Outcome and reason, so that a failing test shows both. */
export function told(
  result: CheckResult | undefined,
): [outcome: string | undefined, reason: string | null | undefined] {
  return [result?.outcome, result?.reason];
}
