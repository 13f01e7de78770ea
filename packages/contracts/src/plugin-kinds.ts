/** A kind of plugin that slime loads by a flag. */
export interface PluginKindInfo {
  /** Folder of its checks' ids: `rm/finite`. */
  suite: string;
  /** Key of the argument, as slime spells it. */
  arg: string;
  /** What a module exports it as when the flag names no export, in order. */
  exports: readonly string[];
  /** What it is, as `--help` says. */
  title: string;
}

/** Every kind of plugin that has a suite (slime/utils/arguments.py). */
export const PLUGIN_KINDS = {
  env: {
    suite: 'env',
    arg: 'rollout_interaction_env_path',
    exports: ['default', 'buildEnv'],
    title: 'Environment',
  },
  rm: {
    suite: 'rm',
    arg: 'custom_rm_path',
    exports: ['default', 'customRm', 'batchedCustomRm'],
    title: 'Reward function',
  },
  generate: {
    suite: 'generate',
    arg: 'custom_generate_function_path',
    exports: ['default', 'customGenerate'],
    title: 'Custom generate function',
  },
  rollout: {
    suite: 'rollout',
    arg: 'rollout_function_path',
    exports: ['default', 'rolloutFunction'],
    title: 'Rollout function',
  },
  eval: {
    suite: 'eval',
    arg: 'eval_function_path',
    exports: ['default', 'evalFunction'],
    title: 'Evaluation function',
  },
  dataSource: {
    suite: 'data-source',
    arg: 'data_source_path',
    exports: ['default', 'createDataSource'],
    title: 'Data source',
  },
  sampleHook: {
    suite: 'sample-hook',
    arg: 'rollout_sample_hook_path',
    exports: ['default', 'rolloutSampleHook'],
    title: 'Sample hook',
  },
  dynamicFilter: {
    suite: 'dynamic-filter',
    arg: 'dynamic_sampling_filter_path',
    exports: ['default', 'dynamicSamplingFilter'],
    title: 'Dynamic sampling filter',
  },
  bufferFilter: {
    suite: 'buffer-filter',
    arg: 'buffer_filter_path',
    exports: ['default', 'bufferFilter'],
    title: 'Buffer filter',
  },
  sampleFilter: {
    suite: 'sample-filter',
    arg: 'rollout_sample_filter_path',
    exports: ['default', 'rolloutSampleFilter'],
    title: 'Sample filter',
  },
  allSamples: {
    suite: 'all-samples',
    arg: 'rollout_all_samples_process_path',
    exports: ['default', 'rolloutAllSamplesProcess'],
    title: 'All-samples process',
  },
  rewardPostProcess: {
    suite: 'reward-post-process',
    arg: 'custom_reward_post_process_path',
    exports: ['default', 'rewardPostProcess'],
    title: 'Reward post-process',
  },
  convert: {
    suite: 'convert',
    arg: 'custom_convert_samples_to_train_data_path',
    exports: ['default', 'convertSamplesToTrainData'],
    title: 'Conversion to train data',
  },
  rolloutLog: {
    suite: 'rollout-log',
    arg: 'custom_rollout_log_function_path',
    exports: ['default', 'rolloutLogFunction'],
    title: 'Rollout log function',
  },
  evalLog: {
    suite: 'eval-log',
    arg: 'custom_eval_rollout_log_function_path',
    exports: ['default', 'evalRolloutLogFunction'],
    title: 'Evaluation log function',
  },
} as const satisfies Record<string, PluginKindInfo>;

/** Name of a kind of plugin. */
export type PluginKind = keyof typeof PLUGIN_KINDS;

/** The flag of a kind: `--custom-rm-path`. */
export function flagOfKind(kind: PluginKind): string {
  return `--${PLUGIN_KINDS[kind].arg.replaceAll('_', '-')}`;
}
