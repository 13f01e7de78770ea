export {
  createPluginHost,
  type PluginHostOptions,
  type RolloutPluginHost,
} from './create-plugin-host.ts';
export { loadPolicy } from './load-policy.ts';
export { type Manifest, type ManifestData, type ManifestModule, readManifest } from './manifest.ts';
export { packageOfSpec } from './parse-spec.ts';
export type {
  EnvSession,
  HostedEnv,
  HostedEnvDeclaration,
  HostedReward,
  HostedStep,
  PluginHost,
} from './plugin-host.ts';
export type { BuildPolicy } from './read-function.ts';
