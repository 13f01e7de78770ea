import {
  type CallFault,
  defineEnv,
  type JsonValue,
  type ParsedCall,
  type StepContext,
  type StepResult,
  type TextObservation,
  ToolEnv,
} from 'slime-sdk';
import { gradeAnswer } from 'slime-sdk/rewards';
import { z } from 'zod';
import { calcScore, type Scoring } from './calc-score.ts';

const LAST_TURN =
  'One turn is left: call no tool in it, state the final result in a box. It counts as it stands.';

/**
 * The multi-turn environment of slime's example (examples/geo3k_vlm_multi_turn): the policy may
 * check answers with `calc_score`, and ends the episode with a turn that has no call.
 *
 * Every call of a turn is answered, malformed ones and unknown names with what is wrong. Before
 * the last turn that `max_turns` allows, the policy is told so.
 */
export class Geo3kEnv extends ToolEnv<Scoring> {
  readonly tools = [calcScore];
  readonly #maxTurns: number;
  #scoring: Scoring;
  #faults = 0;

  constructor(label: JsonValue, maxTurns: number) {
    super();
    this.#scoring = { label, scores: [] };
    this.#maxTurns = maxTurns;
  }

  createState(): Scoring {
    this.#faults = 0;
    this.#scoring = { ...this.#scoring, scores: [] };
    return this.#scoring;
  }

  override async step(
    responseText: string,
    context: StepContext,
  ): Promise<StepResult<TextObservation[]>> {
    const step = await super.step(responseText, context);
    const last = step.observation.at(-1);
    if (step.done || last === undefined || context.turn + 2 !== this.#maxTurns) return step;
    const warned = { ...last, text: `${last.text} ${LAST_TURN}` };
    return { ...step, observation: [...step.observation.slice(0, -1), warned] };
  }

  metrics(): Record<string, number> {
    const { scores } = this.#scoring;
    return {
      calc_score_calls: scores.length,
      calc_score_right: scores.filter((score) => score === 1).length,
      refused_calls: this.#faults,
    };
  }

  protected override describeFault(fault: CallFault, call: ParsedCall): string {
    this.#faults += 1;
    return super.describeFault(fault, call);
  }
}

/**
 * Geometry questions with pictures, answered over up to `max_turns` turns (default 3).
 *
 * @throws DataError when a row has no label that can be graded.
 */
export const geo3kEnv = defineEnv({
  name: 'geo3k',
  apiVersion: 1,
  config: z.object({ max_turns: z.int().positive().default(3) }),
  deterministic: true,
  feedback: ['calc_score', 'calc_geo3k_reward'],
  async build({ sample, config }) {
    // A label that cannot be read is the data's fault, and is found before anything is sampled.
    await gradeAnswer('\\boxed{0}', sample.label);
    return new Geo3kEnv(sample.label, config.max_turns);
  },
});
