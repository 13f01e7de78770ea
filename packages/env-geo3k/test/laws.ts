import { type EnvTarget, property, type RewardTarget, type Trial } from 'slime-contracts';
import { labelText } from 'slime-contracts/arbitraries';
import { type InteractionEnv, type JsonValue, type Message, type Sample } from 'slime-sdk';
import * as fc from 'fast-check';
import { readTurn } from './play-episode.ts';

/** What each turn of a case calls `calc_score` with; null for a name that is no tool's. */
type Answer = 'right' | 'wrong' | 'boxed' | 'number' | 'blank' | null;

interface Episode {
  row: Sample;
  answers: Answer[];
  /** By which name the tool is called. */
  name: string;
}

const RIGHT =
  'calc_score gave 1.0: this matches the reference. ' +
  'Call no tool now, state the final result in a box.';
const WRONG =
  'calc_score gave 0.0: this does not match the reference. ' +
  'Work it out in another way before you try again.';
const LAST_TURN =
  'One turn is left: call no tool in it, state the final result in a box. It counts as it stands.';

/** What a law needs: rows with labels that are numbers. */
function needsRows({ world }: EnvTarget): string | null {
  return world.rows.length > 0 ? null : 'rows (--prompt-data)';
}

function episodes({ world }: EnvTarget): fc.Arbitrary<Episode> {
  return fc.record({
    row: fc.constantFrom(...world.rows),
    answers: fc.array(fc.constantFrom<Answer>('right', 'wrong', 'boxed', 'number', 'blank', null), {
      minLength: 1,
      maxLength: Math.max(1, world.args.max_turns - 1),
    }),
    name: fc.constantFrom('calc_score', 'calc_geo3k_reward'),
  });
}

function argumentOf(answer: Answer, label: JsonValue): string | number {
  if (answer === 'wrong') return `${labelText(label)} + 7`;
  if (answer === 'boxed') return `\\boxed{${labelText(label)}}`;
  if (answer === 'number') return -987_654;
  return answer === 'blank' ? ' \t' : labelText(label);
}

/** A turn of the policy that calls the tool. */
function speak({ name, row }: Episode, answer: Answer): string {
  const args = { answer: argumentOf(answer, row.label) };
  const call = { name: answer === null ? 'measure' : name, arguments: args };
  return `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`;
}

function textOf(messages: Message | Message[]): string {
  return [messages]
    .flat()
    .map(({ content }) => (typeof content === 'string' ? content : ''))
    .join();
}

async function open(
  target: EnvTarget,
  row: Sample,
  trial: Trial,
): Promise<InteractionEnv<unknown>> {
  const { signal } = new AbortController();
  const env = await trial.call('build', () => target.build(row, signal));
  await trial.call('reset', () => env.reset({ seed: 1, attempt: 0, signal }));
  return env;
}

/** What `calc_score` is for, beyond what every environment must do. */
export const laws = [
  property<EnvTarget, Episode>({
    id: 'env/geo3k-calc-score',
    title:
      'calc_score tells right answers from wrong ones, counts them, and warns before the last turn',
    why: 'The policy learns from what the tool says of its answer.',
    fix: 'Compare src/calc-score.ts and src/geo3k-env.ts with README.md.',
    source: 'examples/geo3k_vlm_multi_turn/env_geo3k.py',
    faults: [],
    requires: ['env/step-result'],
    needs: needsRows,
    inputs: episodes,
    show: ({ row, answers, name }) => ({ label: row.label, answers, name }),
    async holds(target, episode, trial) {
      const { signal } = new AbortController();
      const env = await open(target, episode.row, trial);
      const last = target.world.args.max_turns - 2;
      const counts = { calc_score_calls: 0, calc_score_right: 0, refused_calls: 0 };
      for (const [turn, answer] of episode.answers.entries()) {
        const text = speak(episode, answer);
        const step = await trial.call(`step of turn ${turn}`, () =>
          env.step(text, { ...readTurn(text), turn, seed: 1, signal }),
        );
        const seen = textOf(env.formatObservation(step.observation));
        const isRight = answer === 'right' || answer === 'boxed';
        if (answer === null || answer === 'blank') {
          counts.refused_calls += 1;
          const named = answer === null ? /no tool of that name/ : /must not be blank/;
          if (!named.test(seen)) trial.fail({ expected: String(named), got: seen });
        } else {
          counts.calc_score_calls += 1;
          counts.calc_score_right += isRight ? 1 : 0;
          const verdict = isRight ? RIGHT : WRONG;
          trial.equal(seen, turn === last ? `${verdict} ${LAST_TURN}` : verdict, `turn ${turn}`);
          const record = { name: 'calc_score', info: { score: isRight ? 1 : 0 } };
          trial.equal(step.info, { calls: [record] }, `info of turn ${turn}`);
        }
        trial.equal(seen.endsWith(LAST_TURN), turn === last, `the warning in turn ${turn}`);
        trial.equal(env.metrics?.(), counts, `metrics after turn ${turn}`);
      }
      await trial.call('reset', () => env.reset({ seed: 1, attempt: 0, signal }));
      const none = { calc_score_calls: 0, calc_score_right: 0, refused_calls: 0 };
      trial.equal(env.metrics?.(), none, 'metrics after another reset');
      await trial.call('close', () => env.close());
    },
  }),
  property<EnvTarget, Sample>({
    id: 'env/geo3k-tools',
    title: 'one tool is offered, described by what it gives, when to call it and how to end',
    why: 'What the policy is not told it cannot do.',
    fix: 'Compare src/calc-score.ts with README.md.',
    source: 'examples/geo3k_vlm_multi_turn/geo3k_vlm_multi_turn_config.yaml',
    faults: [],
    requires: ['env/reset-result'],
    needs: needsRows,
    inputs: ({ world }) => fc.constantFrom(...world.rows),
    async holds(target, row, trial) {
      const { signal } = new AbortController();
      const env = await trial.call('build', () => target.build(row, signal));
      const { tools = [] } = (await trial.call('reset', () =>
        env.reset({ seed: 1, attempt: 0, signal }),
      )) ?? { tools: [] };
      trial.equal(
        tools.map((tool) => tool.function.name),
        ['calc_score'],
        'names of the tools',
      );
      const described = JSON.stringify(tools);
      for (const word of [
        'scores 1.0',
        'before the final answer',
        'boxed',
        'as LaTeX or a number',
      ]) {
        if (!described.includes(word)) trial.fail({ expected: word, got: described });
      }
      trial.equal(target.plugin.declaration.deterministic, true, 'deterministic');
      trial.equal(target.plugin.claims.feedback, ['calc_score', 'calc_geo3k_reward'], 'feedback');
      await trial.call('close', () => env.close());
    },
  }),
  property<RewardTarget, Sample>({
    id: 'rm/geo3k-examples',
    title: 'the declared examples are a box of the label and a box of another answer',
    why: 'The contracts tell right from wrong by them.',
    fix: 'Compare src/geo3k-reward.ts with README.md.',
    source: 'examples/geo3k_vlm_multi_turn/rollout.py',
    faults: [],
    requires: ['rm/settles'],
    needs: ({ world }) => (world.rows.length > 0 ? null : 'rows (--prompt-data)'),
    inputs: ({ world }) => fc.constantFrom(...world.rows),
    holds({ plugin }, row, trial) {
      trial.equal(plugin.declaration.deterministic, true, 'deterministic');
      const { examples } = plugin.claims;
      const label = labelText(row.label);
      trial.equal(examples?.right(row), `The result is \\boxed{${label}}.`, 'right');
      trial.equal(examples?.wrong(row), `The result is \\boxed{${label} + 7}.`, 'wrong');
    },
  }),
];
