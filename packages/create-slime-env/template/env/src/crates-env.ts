import {
  DataError,
  defineEnv,
  type Message,
  type ResetContext,
  type ResetResult,
  type Sample,
  ToolEnv,
} from 'slime-sdk';
import { type Crates, readCrates } from './crates.ts';
import { openCrate, type Store } from './open-crate.ts';
import { shuffle } from './shuffle.ts';

/**
 * A store of crates. The policy opens them one call at a time, or several in a turn, and ends the
 * episode with a turn that has no call.
 *
 * The crates come from the row's metadata, the order in which they are named from the seed. The
 * label is never looked at: nothing that the policy is told can give it away.
 */
export class CratesEnv extends ToolEnv<Store> {
  readonly tools = [openCrate];
  readonly #crates: Crates;
  readonly #question: Message[];
  #opened = new Set<string>();

  constructor(crates: Crates, question: Message[]) {
    super();
    this.#crates = crates;
    this.#question = question;
  }

  createState(): Store {
    this.#opened = new Set();
    return { crates: this.#crates, opened: this.#opened };
  }

  override async reset(context: ResetContext): Promise<ResetResult> {
    const order = shuffle([...this.#crates.keys()], context.seed);
    const rules: Message = {
      role: 'system',
      content:
        `The crates are ${order.join(', ')}.\n` +
        'Open them with open_crate. When you know the answer, call no tool and end your turn with ' +
        'one line: Answer: followed by the number.',
    };
    return { ...(await super.reset(context)), messages: [rules, ...this.#question] };
  }

  metrics(): Record<string, number> {
    return { opened: this.#opened.size };
  }
}

/** The environment: `--rollout-interaction-env-path`. */
export const env = defineEnv({
  name: 'crates',
  apiVersion: 1,
  deterministic: true,
  build: ({ sample }) => new CratesEnv(readCrates(sample.metadata), readQuestion(sample)),
});

function readQuestion({ prompt }: Sample): Message[] {
  if (typeof prompt === 'number')
    throw new DataError(`the row asks nothing: its prompt is ${prompt}`);
  return typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt;
}
