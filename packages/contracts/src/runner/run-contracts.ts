import { randomInt } from 'node:crypto';
import { isAbsolute, resolve } from 'node:path';
import {
  argsOfManifest,
  loadRolloutArgs,
  type Manifest,
  manifestOfSpec,
} from 'slime-runtime/hosting';
import { ConfigError, type JsonObject, type RolloutArgs } from 'slime-sdk';
import { reasoningParsers, toolCallParsers } from 'slime-sdk/parsers';
import { LAWS_VERSION } from '../laws-version.ts';
import type { AnnouncedPlugin } from '../report/pretty/check-line.ts';
import type { CheckReport, PluginReport, Report } from '../report/report.ts';
import { verdictOf } from '../report/standing.ts';
import { assertModelFiles } from './assert-model-files.ts';
import { type ContractArgs, type ContractsOptions, DEFAULT_RUNS } from './contracts-options.ts';
import { PluginReportBuilder } from './plugin-report.ts';
import type { CommandContext } from './replay-command.ts';
import { parseReplay } from './replay.ts';
import { selectPlugins, withoutHooks } from './select-plugins.ts';
import type { SuiteEvent } from './suite-messages.ts';
import type { PluginTarget, SuiteRequest } from './suite-request.ts';

const DEFAULT_SECONDS = 5;

/** Is told what happens while contracts run. */
export interface ContractsListener {
  pluginStarted?(plugin: AnnouncedPlugin): void;
  checkStarted?(id: string): void;
  checkProgress?(id: string, cases: number, runs: number): void;
  checkDone?(plugin: number, check: CheckReport): void;
}

/**
 * Checks plugins by the laws of their kinds, each in a child process that is replaced when it
 * hangs, exits or eats memory, and gives the report. What a plugin does never throws.
 *
 * @throws ConfigError for options that are wrong; DataError for rows or traces that cannot be read
 */
export async function runContracts(
  options: ContractsOptions,
  listener: ContractsListener = {},
): Promise<Report> {
  const started = performance.now();
  const run = new ContractsRun(options, listener);
  const plugins = await run.plugins();
  return {
    version: 1,
    laws: LAWS_VERSION,
    seed: run.seed,
    runs: run.runs,
    node: process.version,
    seconds: Math.round(performance.now() - started) / 1000,
    verdict: verdictOf(plugins),
    plugins,
  };
}

class ContractsRun {
  readonly seed: number;
  readonly runs: number;
  readonly #options: ContractsOptions;
  readonly #listener: ContractsListener;
  readonly #cwd: string;
  readonly #signal: AbortSignal;

  constructor(options: ContractsOptions, listener: ContractsListener) {
    this.#options = options;
    this.#listener = listener;
    this.#cwd = resolve(options.cwd ?? '.');
    this.#signal = options.signal ?? new AbortController().signal;
    this.runs = positive('runs', options.runs ?? DEFAULT_RUNS, true);
    this.seed = options.seed ?? randomInt(2 ** 31 - 1);
    if (!Number.isInteger(this.seed) || Math.abs(this.seed) >= 2 ** 31) {
      throw new ConfigError(`seed ${this.seed}: must be an integer of 32 bits`);
    }
  }

  async plugins(): Promise<PluginReport[]> {
    const given = this.#options.args ?? {};
    const bundle = await this.#openPackage();
    const targets = [...selectPlugins(given), ...(bundle?.targets ?? [])];
    const { samples } = this.#options;
    if (targets.length === 0 && bundle === null && samples === undefined) {
      throw new ConfigError(
        'nothing to check: name a plugin (--custom-rm-path ./rm.ts), a package or folder, or stored samples (--samples FILE)',
      );
    }
    const args = await this.#loadArgs(given, bundle?.manifest ?? (await this.#manifestOf(targets)));
    const reports: PluginReport[] = [];
    if (samples !== undefined && this.#isWanted('samples')) {
      const { checkSamplesFile } = await import('../suites/samples/index.ts');
      const report = await checkSamplesFile(resolve(this.#cwd, samples), {
        args,
        hasPostProcess: given.custom_reward_post_process_path !== undefined,
      });
      reports.push(this.#announce(reports.length, report));
    }
    if (bundle !== null && this.#isWanted('package')) {
      reports.push(this.#announce(reports.length, await bundle.check()));
    }
    for (const target of targets) {
      if (this.#signal.aborted) break;
      reports.push(await this.#checkPlugin(target, args, given, reports.length));
    }
    if (!this.#signal.aborted) this.#assertRan(reports);
    return reports;
  }

  /** Of laws that a user brings nobody knows the ids beforehand; a run without checks has not held. */
  #assertRan(reports: readonly PluginReport[]): void {
    if (reports.some(({ error }) => error !== null)) return;
    const ran = new Set(reports.flatMap(({ checks }) => checks.map(({ id }) => id)));
    for (const id of this.#options.only ?? []) {
      if (ran.has(id)) continue;
      throw new ConfigError(`only ${id}: no check of what is named has this id`);
    }
  }

  async #openPackage(): Promise<{
    targets: PluginTarget[];
    manifest: Manifest | null;
    check(): Promise<PluginReport>;
  } | null> {
    const name = this.#options.package;
    if (name === undefined) return null;
    const { checkPackage, manifestOfPackage, pluginsOfPackage } =
      await import('../suites/package/index.ts');
    return {
      targets: await pluginsOfPackage(name, this.#cwd),
      manifest: await manifestOfPackage(name, this.#cwd),
      check: () => checkPackage(name, { cwd: this.#cwd }),
    };
  }

  /** The manifest of the first plugin's package, the env's before all. */
  #manifestOf(targets: readonly PluginTarget[]): Promise<Manifest | null> {
    const bringing = targets.find(({ kind }) => kind === 'env') ?? targets[0];
    return manifestOfSpec(bringing?.spec ?? null, this.#cwd);
  }

  /** The user's arguments above those that a plugin's package brings. */
  async #loadArgs(given: ContractArgs, manifest: Manifest | null): Promise<RolloutArgs> {
    // A reward is checked where it is named, not because an env's package has one.
    const { custom_rm_path: _, ...brought } = argsOfManifest(manifest);
    const flags: JsonObject = { ...withoutHooks(given) };
    const config = given.custom_config_path ?? null;
    const args = await loadRolloutArgs({
      flags,
      customConfigPath: config === null || isAbsolute(config) ? config : resolve(this.#cwd, config),
      manifestArgs: brought,
    });
    assertKnownParser('sglang_tool_call_parser', args.sglang_tool_call_parser, toolCallParsers);
    assertKnownParser('sglang_reasoning_parser', args.sglang_reasoning_parser, reasoningParsers);
    await assertModelFiles(args, this.#cwd);
    return args;
  }

  /** Whether `only` leaves anything of a suite that is not of plugins. */
  #isWanted(suite: 'samples' | 'package'): boolean {
    return this.#options.only?.some((id) => id.startsWith(`${suite}/`)) !== false;
  }

  /** Tells of a report that is no plugin's, as the options have it. */
  #announce(index: number, all: PluginReport): PluginReport {
    const { only, skip = {}, severity = {} } = this.#options;
    const checks = all.checks
      .filter(({ id }) => only?.includes(id) !== false)
      .map((check): CheckReport => {
        const level = severity[check.id] ?? check.severity;
        const reason = skip[check.id];
        if (reason === undefined) return { ...check, severity: level };
        return { ...check, severity: level, outcome: 'skipped', reason, failure: null };
      });
    const report = { ...all, checks };
    this.#listener.pluginStarted?.(report);
    for (const item of checks) this.#listener.checkDone?.(index, item);
    return report;
  }

  async #checkPlugin(
    target: PluginTarget,
    args: RolloutArgs,
    given: ContractArgs,
    index: number,
  ): Promise<PluginReport> {
    const builder = new PluginReportBuilder(
      target,
      this.seed,
      this.#commandContext(given),
      this.#options.severity ?? {},
    );
    const onEvent = (event: SuiteEvent): void => {
      const check = builder.take(event);
      if (event.type === 'loaded') this.#listener.pluginStarted?.({ ...target, ...event });
      if (event.type === 'start') this.#listener.checkStarted?.(event.id);
      if (event.type === 'progress') {
        this.#listener.checkProgress?.(event.id, event.cases, event.runs);
      }
      if (check !== null) this.#listener.checkDone?.(index, check);
    };
    const request = this.#request(target, args);
    if (this.#options.isolation === 'inline') {
      const { runInline } = await import('./run-inline.ts');
      await runInline(request, onEvent);
    } else {
      const { superviseSuite } = await import('./supervise-suite.ts');
      await superviseSuite(request, onEvent, this.#signal);
    }
    return builder.report;
  }

  #request(target: PluginTarget, args: RolloutArgs): SuiteRequest {
    const { replay, only, skip, timeout, fromTrace, laws } = this.#options;
    return {
      target,
      cwd: this.#cwd,
      args,
      runs: this.runs,
      seed: this.seed,
      seconds: positive('timeout', timeout ?? DEFAULT_SECONDS, false),
      replay: replay === undefined ? null : parseReplay(replay, this.runs),
      only: only === undefined ? null : [...only],
      skip: { ...skip },
      traceFile: fromTrace === undefined ? null : resolve(this.#cwd, fromTrace),
      lawsPath: laws ?? null,
      done: {},
    };
  }

  #commandContext(args: ContractArgs): CommandContext {
    const { package: name = null, fromTrace = null, laws = null, timeout = null } = this.#options;
    return {
      args,
      package: name,
      traceFile: fromTrace,
      lawsPath: laws,
      runs: this.runs,
      timeout: timeout === DEFAULT_SECONDS ? null : timeout,
    };
  }
}

/** @throws ConfigError that lists the known ones */
function assertKnownParser(key: string, name: string | null, known: readonly string[]): void {
  if (name === null || known.includes(name)) return;
  throw new ConfigError(
    `--${key.replaceAll('_', '-')} ${name}: there are ${known.join(', ')}; leave it out where the model has none`,
  );
}

function positive(name: string, value: number, isWhole: boolean): number {
  if (value > 0 && Number.isFinite(value) && (!isWhole || Number.isInteger(value))) return value;
  throw new ConfigError(`${name} ${value}: must be a positive ${isWhole ? 'integer' : 'number'}`);
}
