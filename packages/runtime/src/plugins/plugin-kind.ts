/** The kinds of plugin that a flag or a manifest can name. */
export type PluginKind = 'env' | 'reward' | 'generate' | 'policy';

/** The flag that names a plugin of each kind, for messages. */
export const FLAG_OF_KIND: Readonly<Record<PluginKind, string>> = {
  env: '--rollout-interaction-env-path',
  reward: '--custom-rm-path',
  generate: '--custom-generate-function-path',
  policy: '--policy',
};
