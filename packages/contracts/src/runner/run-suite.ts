import { importModule, type LoadedModule } from 'slime-runtime/hosting';
import { isSlimeError } from 'slime-sdk';
import type { Outcome } from '../report/report.ts';
import type { OpenSuite, Suite } from '../suite.ts';
import { SUITES } from '../suites/index.ts';
import { BranchCounter } from '../source/branch-counter.ts';
import { parsePluginSource } from '../source/plugin-source.ts';
import { createWorld } from '../world/create-world.ts';
import { type ProcessState, readProcessState } from '../world/process-state.ts';
import type { CheckResult } from './check-result.ts';
import { addLaws } from './add-laws.ts';
import { blameForResults, blameProcess } from './blame.ts';
import { findModule } from './find-module.ts';
import { withOverwritten } from './find-overwritten.ts';
import { now } from './intact.ts';
import type { Mark } from './marker.ts';
import { OutputCapture } from './output-capture.ts';
import type { SuiteEvent } from './suite-messages.ts';
import type { SuiteRequest } from './suite-request.ts';

/** Milliseconds between two reports of progress. */
const PROGRESS_MS = 100;

/** Where a suite tells what happens. */
export interface SuiteSink {
  send(event: SuiteEvent): void;
  /** Called before each call of the plugin. */
  mark(mark: Omit<Mark, 'call'>): void;
  /** What the plugin threw where nobody waited for it, since it was asked last; null: nothing. */
  takeStray(): string | null;
  /** Another process can go on at the next check. */
  canRenew?: boolean;
}

/** Runs the checks of one plugin in this process, in order, and tells the sink. */
export async function runSuite(request: SuiteRequest, sink: SuiteSink): Promise<void> {
  const capture = new OutputCapture((line) => sink.send({ type: 'output', line }));
  const before = readProcessState();
  try {
    const branches = BranchCounter.start();
    try {
      const opened = await openPlugin(request, sink, branches);
      if (opened === null) return;
      const { open, suite } = opened;
      try {
        await runChecks(request, suite, open, { sink, capture, before });
        sink.send({ type: 'branches', branches: branches.report() });
      } finally {
        await open.close();
      }
    } finally {
      branches.close();
    }
  } finally {
    capture.close();
  }
}

/** Gives the input of a case as text. */
export async function showSuiteCase(
  request: SuiteRequest,
  id: string,
  sink: SuiteSink,
): Promise<void> {
  const branches = BranchCounter.start();
  const opened = await openPlugin(request, { ...sink, send: () => {} }, branches);
  const { replay } = request;
  const input = opened === null || replay === null ? null : await opened.open.show(id, replay);
  await opened?.open.close();
  branches.close();
  sink.send({ type: 'shown', input });
}

async function openPlugin(
  request: SuiteRequest,
  sink: SuiteSink,
  branches: BranchCounter,
): Promise<{ open: OpenSuite; suite: Suite } | null> {
  const { target, cwd, lawsPath } = request;
  try {
    const found = request.found ?? (await findModule(target, cwd));
    const parsed = await parsePluginSource(found.prepared);
    branches.watch(found.prepared, parsed);
    const world = await createWorld(request, parsed, branches, () => markOwnWork(sink));
    const suite = await addLaws(await SUITES[target.kind](), lawsPath, cwd, target.kind);
    sink.mark({ case: 0, isShrinking: false, where: 'load' });
    sink.send({ type: 'importing', file: found.prepared.file });
    const module: LoadedModule = {
      ...found.resolved,
      exports: await importModule(found.prepared, request.bundleId),
    };
    world.processState = await withOverwritten(world.processState, found.prepared);
    const open = await suite.open(module, world);
    sink.send({
      type: 'loaded',
      file: found.prepared.file,
      sha256: found.prepared.sha256,
      found,
      checks: suite.checks.map(({ id, title, why, fix, source }) => ({
        id,
        title,
        why,
        fix,
        source,
      })),
    });
    return { open, suite };
  } catch (error) {
    sink.send({
      type: 'refused',
      message: error instanceof Error ? error.message : String(error),
      code: isSlimeError(error) ? error.code : null,
      stack: error instanceof Error ? (error.stack ?? '') : '',
    });
    return null;
  }
}

/** Before work of ours that may take longer than a call of a plugin: it is not the plugin's. */
function markOwnWork(sink: SuiteSink): void {
  sink.mark({ case: 0, isShrinking: false, where: '' });
}

/** What checks run on. */
interface Stand {
  sink: SuiteSink;
  capture: OutputCapture;
  /** The process before the plugin was loaded. */
  before: ProcessState;
}

async function runChecks(
  request: SuiteRequest,
  suite: Suite,
  open: OpenSuite,
  stand: Stand,
): Promise<void> {
  const { sink } = stand;
  const atLoad = blameForResults(stand.before);
  const outcomes = new Map<string, Outcome>(Object.entries(request.done));
  for (const check of suite.checks) {
    const { id } = check;
    if (outcomes.has(id) || request.only?.includes(id) === false) continue;
    const early = await decideEarly(request, check.requires, id, outcomes, open);
    markOwnWork(sink);
    if (early === null) sink.send({ type: 'start', id });
    const result = early ?? (await open.run(id, createSetup(request, id, stand)));
    const change = early === null ? changeBehind(result, stand, atLoad) : null;
    if (change !== null) blameChange(result, change, stand.before);
    outcomes.set(id, result.outcome);
    sink.send({ type: 'result', result });
    if (change === null || sink.canRenew !== true) continue;
    sink.send({ type: 'renew' });
    return;
  }
}

/** What the plugin changed of all code's ground, where the result of a check may come of it. */
function changeBehind(
  result: CheckResult,
  { before }: Stand,
  atLoad: string | null,
): string | null {
  if (result.outcome !== 'held') return blameProcess(before);
  const change = blameForResults(before);
  return change === atLoad ? null : change;
}

/** Lets a result say what was changed: before anything else that may only come of it. */
function blameChange(result: CheckResult, change: string, before: ProcessState): void {
  const note = `the plugin changed built-in objects: ${change}`;
  if (blameForResults(before) === null) {
    if (result.failure !== null) result.failure.note ??= note;
    return;
  }
  result.outcome = 'fell_short';
  result.reason = null;
  result.failure = {
    input: null,
    shrinks: 0,
    replay: null,
    expected: 'built-in objects stay as they are',
    got: change,
    note,
  };
}

/** The result of a check that need not be run. */
async function decideEarly(
  request: SuiteRequest,
  requires: readonly string[],
  id: string,
  outcomes: ReadonlyMap<string, Outcome>,
  open: OpenSuite,
): Promise<CheckResult | null> {
  const early = (outcome: Outcome, reason: string): CheckResult => ({
    id,
    outcome,
    cases: 0,
    met: 0,
    seconds: 0,
    reason,
    failure: null,
  });
  const skipped = request.skip[id];
  if (skipped !== undefined) return early('skipped', skipped);
  const blocking = requires.filter((other) => {
    const outcome = outcomes.get(other);
    return outcome === 'fell_short' || outcome === 'blocked' || outcome === 'crashed';
  });
  if (blocking.length > 0) return early('blocked', blocking.join(', '));
  try {
    const needs = await open.needs(id);
    return needs === null ? null : early('not_applicable', needs);
  } catch (error) {
    return early(
      'crashed',
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  }
}

function createSetup(
  request: SuiteRequest,
  id: string,
  { sink, capture, before }: Stand,
): Parameters<OpenSuite['run']>[1] {
  const at = { case: 0, isShrinking: false };
  let shown = now();
  return {
    seconds: request.seconds,
    runs: request.runs,
    seed: request.seed,
    replay: request.replay,
    readOutput: () => capture.text,
    takeStray: () => sink.takeStray(),
    processState: before,
    onCall: (where) => sink.mark({ ...at, where }),
    onCase: (number, isShrinking) => {
      at.case = number;
      at.isShrinking = isShrinking;
      capture.clear();
      if (now() - shown < PROGRESS_MS) return;
      shown = now();
      sink.send({ type: 'progress', id, cases: number, runs: request.runs });
    },
    onFailing: (failure) => sink.send({ type: 'failing', id, failure }),
  };
}
