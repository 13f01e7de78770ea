// What a program needs that loads plugins and reads a run's arguments and rows, and nothing that
// imports an engine, a tokenizer or pictures.

export { addArgsOptions, DATA_KEYS, readArgsFlags } from './cli/args-options.ts';
export { type ArgsSources, loadRolloutArgs } from './cli/load-args.ts';
export { reportError } from './cli/report-error.ts';
export { argsOfManifest, manifestOfSpec } from './cli/manifest-args.ts';
export { hasColors } from './observe/has-colors.ts';
export { bundleModule } from './plugins/bundle-module.ts';
export { describeThrown, describeValue, originOf } from './plugins/describe-thrown.ts';
export { findPackage, type FoundPackage } from './plugins/find-package.ts';
export { forwardLines } from './plugins/forward-lines.ts';
export {
  bundlePaths,
  importModule,
  type ModuleExports,
  type PreparedModule,
} from './plugins/import-module.ts';
export { type Manifest, manifestOf, readManifest } from './plugins/manifest.ts';
export { ownFolders } from './plugins/own-files.ts';
export { ownProgram } from './plugins/own-program.ts';
export { packageOfSpec, parsePluginSpec } from './plugins/parse-spec.ts';
export { isPlainFunction, type LoadedModule, pickExport } from './plugins/pick-export.ts';
export { readPluginConfig } from './plugins/plugin-config.ts';
export { readObservation, readTools } from './plugins/check-messages.ts';
export { argsForPlugin, copyPlain, deepFreeze, sampleForPlugin } from './plugins/plugin-inputs.ts';
export { prepareModule } from './plugins/prepare-module.ts';
export { type EnvClaims, type EnvPlugin, readEnv } from './plugins/read-env.ts';
export { type GeneratePlugin, readGeneratePlugin } from './plugins/read-function.ts';
export { readReward, type RewardClaims, type RewardPlugin } from './plugins/read-reward.ts';
export { type ResolvedPlugin, resolvePlugin } from './plugins/resolve-plugin.ts';
export { ResultFault } from './plugins/result-fault.ts';
export {
  readBuilt,
  readMetrics,
  readReset,
  readSnapshot,
  readStep,
  readReward as readRewardValue,
} from './plugins/validate-results.ts';
export { parseJsonLine, type ParsedJson } from './rollout/data/parse-json.ts';
export { readLines, type TextLine } from './rollout/data/read-lines.ts';
export { createDataSource } from './rollout/data/data-source.ts';
export { createRowSample, type DatasetRow } from './rollout/data/read-row.ts';
export { type Dataset, loadDataset } from './rollout/data/dataset.ts';
export { envSeed } from './rollout/seeds.ts';
export { assistantMessage } from './rollout/assistant-message.ts';
export { readToolSpecs } from './rollout/tool-specs.ts';
