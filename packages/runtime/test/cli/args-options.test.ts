import { Command } from 'commander';
import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { addArgsOptions, readArgsFlags } from '../../src/cli/args-options.ts';
import { addRunOptions, readRunOptions } from '../../src/cli/run-options.ts';

const SLIME_FLAGS =
  '--prompt-data --input-key --label-key --metadata-key --tool-key --multimodal-keys ' +
  '--apply-chat-template --apply-chat-template-kwargs --rollout-shuffle --rollout-seed ' +
  '--rollout-batch-size --n-samples-per-prompt --num-rollout --rollout-max-prompt-len ' +
  '--rollout-max-response-len --rollout-max-context-len --rollout-temperature --rollout-top-p ' +
  '--rollout-top-k --rollout-stop --rollout-stop-token-ids --rollout-skip-special-tokens ' +
  '--custom-generate-function-path --custom-rm-path --rm-type --rm-url --group-rm --reward-key ' +
  '--custom-config-path --hf-checkpoint --sglang-router-ip --sglang-router-port --router-policy ' +
  '--sglang-server-concurrency --sglang-tool-call-parser --sglang-reasoning-parser';
const OUR_FLAGS =
  '--rollout-interaction-env-path --engine --policy --failure-policy --isolation --output --resume';

function command(): Command {
  const silent = { writeOut: () => {}, writeErr: () => {} };
  const created = new Command('rollout').exitOverride().configureOutput(silent);
  return addRunOptions(addArgsOptions(created));
}

function parse(...argv: string[]): ReturnType<typeof readArgsFlags> {
  return readArgsFlags(command().parse(argv, { from: 'user' }));
}

describe('the flags of a rollout', () => {
  it('have slime’s names, ours marked, one for each key of RolloutArgs that a rollout here reads', () => {
    const flags = new Map(command().options.map((option) => [option.long, option.description]));
    for (const flag of SLIME_FLAGS.split(' ')) expect(flags.get(flag)).not.toMatch(/\[ours\]$/);
    for (const flag of OUR_FLAGS.split(' ')) expect(flags.get(flag)).toMatch(/\[ours\]$/);
    const without = Object.keys(createRolloutArgs()).filter(
      (key) => !flags.has(`--${key.replaceAll('_', '-')}`),
    );
    // What only slime's own loops read: a flag would promise what this program does not do.
    expect(without).toEqual([
      'global_batch_size',
      'over_sampling_batch_size',
      'eval_reward_key',
      'partial_rollout',
      'mask_offpolicy_in_partial_rollout',
    ]);
  });

  it('give only what was written, typed', () => {
    expect(parse()).toEqual({});
    expect(
      parse(
        '--rollout-shuffle',
        '--rollout-seed',
        '-7',
        '--rollout-temperature=1e-1',
        '--rollout-stop',
        'a',
        '<b>',
        '--rollout-stop-token-ids',
        '1',
        '2',
        '--rollout-top-k',
        '-1',
        '--multimodal-keys',
        '{"image":"images"}',
        '--label-key',
        '--odd',
      ),
    ).toEqual({
      rollout_shuffle: true,
      rollout_seed: -7,
      rollout_temperature: 0.1,
      rollout_stop: ['a', '<b>'],
      rollout_stop_token_ids: [1, 2],
      rollout_top_k: -1,
      multimodal_keys: { image: 'images' },
      label_key: '--odd',
    });
  });

  it.each([
    [
      ['--rollout-seed', '1x'],
      "option '--rollout-seed <number>' argument '1x' is invalid. Write an integer.",
    ],
    [['--rollout-seed', '1.5'], "argument '1.5' is invalid. Write an integer."],
    [['--rollout-seed', ''], "argument '' is invalid. Write an integer."],
    [['--num-rollout', '0x10'], "argument '0x10' is invalid. Write an integer."],
    [['--rollout-top-p', 'Infinity'], "argument 'Infinity' is invalid. Write a number."],
    [['--rollout-seed', '9007199254740993'], 'Write an integer.'],
    [['--rollout-stop-token-ids', '1', 'b'], "argument 'b' is invalid. Write an integer."],
    [['--multimodal-keys', '{"image"}'], 'is invalid. Column 9: not JSON near `{"image"}`.'],
    [['--failure-policy', 'ignore'], 'Allowed choices are mask, drop_group, requeue, fail_run.'],
    [['--rollout-shuffle', 'true'], 'too many arguments'],
    [['--max-turn', '3'], '(Did you mean --max-turns?)'],
    [['--label-key'], "option '--label-key <text>' argument missing"],
  ])('are read strictly: %j', (argv, message) => {
    expect(() => parse(...argv)).toThrow(message);
  });

  it('show defaults and groups in the help', () => {
    const help = command().helpInformation();
    expect(help).toMatch(/Data:\n {2}--prompt-data <text> {2,}Data set/);
    expect(help).toMatch(/--rollout-seed <number> {2,}Seed of .*\(default: 42\)/);
    expect(help).toMatch(/The episode:\n[^]*--max-turns <number>[^]*The run:\n[^]*--resume/);
  });
});

describe('the options of a run', () => {
  it('are null or false where nothing was written', () => {
    const read = (...argv: string[]): ReturnType<typeof readRunOptions> =>
      readRunOptions(command().parse(argv, { from: 'user' }));
    expect(read()).toEqual({ engine: null, policy: null, output: null, resume: false });
    expect(
      read('--engine', 'openai:http://h/v1', '--policy', 'random', '--output', 'o', '--resume'),
    ).toEqual({ engine: 'openai:http://h/v1', policy: 'random', output: 'o', resume: true });
  });
});
