import { ConfigError, type EngineCapabilities, type RolloutArgs, type Sample } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { createBudget, isBounded } from './tape/budget.ts';

/** Size of a run, in groups. */
export function countGroups(args: RolloutArgs, rows: number): number {
  if (args.num_rollout === null && args.rollout_batch_size === null) return rows;
  if (args.rollout_batch_size === null) {
    throw new ConfigError(
      `--num-rollout ${args.num_rollout} needs --rollout-batch-size; leave both out to go once over the data`,
    );
  }
  const steps = args.num_rollout ?? Math.ceil(rows / args.rollout_batch_size);
  return args.num_rollout === null ? rows : steps * args.rollout_batch_size;
}

/**
 * Refuses what would go wrong in every episode, before the first one.
 *
 * @throws ConfigError
 */
export function assertRunnable(
  args: RolloutArgs,
  engine: EngineCapabilities,
  rows: readonly Pick<Sample, 'prompt'>[],
  hasEnv: boolean,
): void {
  if (!isBounded(createBudget(args, engine))) {
    throw new ConfigError(
      'nothing bounds a response: give --rollout-max-response-len or --rollout-max-context-len ' +
        '(the engine does not tell its context length)',
    );
  }
  if (args.partial_rollout) {
    throw new ConfigError(
      'partial_rollout: this program does not resume aborted samples; leave the key out',
    );
  }
  // Reading nothing is enough to learn that a parser is unknown.
  parseResponse('', {
    toolCallParser: args.sglang_tool_call_parser,
    reasoningParser: args.sglang_reasoning_parser,
  });
  const parsers = [args.sglang_tool_call_parser, args.sglang_reasoning_parser];
  if (args.rollout_skip_special_tokens && parsers.includes('gpt-oss')) {
    throw new ConfigError(
      '--rollout-skip-special-tokens leaves out the tokens by which the parser gpt-oss tells calls ' +
        'and reasoning from text: leave it off',
    );
  }
  if (args.rollout_top_p !== 1 && engine.trainable && !engine.topP) {
    throw new ConfigError(
      `--rollout-top-p ${args.rollout_top_p}: the engine returns no top-p replay arrays, so its ` +
        'log-probs are not those that were sampled with; use slime’s SGLang behind a router that ' +
        'forwards custom_params, or leave top-p at 1',
    );
  }
  if (args.use_rollout_routing_replay && !engine.routedExperts) {
    throw new ConfigError(
      '--use-rollout-routing-replay: the engine returns no routed experts; start it with ' +
        '--enable-return-routed-experts',
    );
  }
  assertTemplated(args, rows, hasEnv);
}

/** Observations go through the chat template, so prompts must too. */
function assertTemplated(
  args: RolloutArgs,
  rows: readonly Pick<Sample, 'prompt'>[],
  hasEnv: boolean,
): void {
  if (args.apply_chat_template) return;
  const row = rows.findIndex(
    ({ prompt }) => Array.isArray(prompt) || (hasEnv && typeof prompt === 'string'),
  );
  if (row < 0) return;
  const what = Array.isArray(rows[row]?.prompt) ? 'a list of messages' : 'bare text';
  throw new ConfigError(
    `the prompt of row ${row} is ${what}, and ` +
      `${hasEnv ? 'an environment answers in messages' : 'only the chat template can render it'}: ` +
      'add --apply-chat-template',
    { data: { row } },
  );
}
