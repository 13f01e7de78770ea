export { type Breach, Broken } from './broken.ts';
export {
  type Check,
  type CheckId,
  type CheckOptions,
  type CheckText,
  examination,
  type Examination,
  property,
  type Property,
} from './check.ts';
export { LAWS_VERSION } from './laws-version.ts';
export { flagOfKind, PLUGIN_KINDS, type PluginKind } from './plugin-kinds.ts';
export {
  exitCodeOf,
  renderBadge,
  renderGithub,
  renderHtml,
  renderJson,
  renderJunit,
  renderPretty,
} from './report/index.ts';
export {
  type CheckReport,
  type Failure,
  type Outcome,
  type PluginReport,
  type Report,
  reportSchema,
} from './report/report.ts';
export type { ContractArgs, ContractsOptions } from './runner/contracts-options.ts';
export { type ContractsListener, runContracts } from './runner/run-contracts.ts';
export { type Severity, severityOf } from './severity.ts';
export { allChecks, type KnownCheck } from './suites/all-checks.ts';
export type { EnvTarget } from './suites/env/target.ts';
export type { RewardCase, RewardTarget } from './suites/rm/target.ts';
export type { Attempt, Trial } from './trial.ts';
export type { World } from './world/world.ts';
