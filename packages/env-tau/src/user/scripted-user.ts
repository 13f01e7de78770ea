import type { JsonObject } from 'slime-sdk';
import { z } from 'zod';
import { findOutput } from '../episode/find-output.ts';
import type { Task } from '../tasks/task.ts';
import { firstPerson } from './first-person.ts';
import { STOP_MARKER } from './stop-marker.ts';
import { NO_USAGE, type UserSimulator, type UserUsage } from './user-simulator.ts';

/** Replies after which the user leaves, below the turns of an episode. */
const MOST_REPLIES = 25;
/** Replies in a row that add nothing before the user leaves. */
const MOST_IDLE = 3;
/** Times that the user asks again for what was not told. */
const MOST_REMINDERS = 2;
/** Characters of a message that are looked at for what it wants. */
const MOST_READ = 4000;

const ASKS_WHO =
  /\b(?:user id|e-?mail|zip|your name|full name|who (?:am i|are you)|identity|verify|authenticate)\b/i;
const ASKS_MORE =
  /\b(?:anything|something) else\b|\b(?:further|additional) (?:assistance|help|questions)\b/i;
const ASKS_CONFIRMATION =
  /\b(?:confirm|proceed|go ahead|is (?:that|this) (?:right|correct|ok(?:ay)?)|would you like|shall i|should i|do you want|yes or no)\b|\(yes/i;
const CLAIMS_DONE =
  /\b(?:done|complete[ds]?|completed|cancell?ed|processed|booked|updated|exchanged|returned|refunded|modified|changed|success(?:ful(?:ly)?)?|(?:has|have) been|all set|transferr?ed)\b/i;

const stateSchema = z.object({
  told: z.int().nonnegative(),
  knowsWho: z.boolean(),
  replies: z.int().nonnegative(),
  idle: z.int().nonnegative(),
  reminders: z.int().nonnegative(),
  heard: z.array(z.boolean()),
});

type State = z.infer<typeof stateSchema>;

/** What a task's instruction holds: who the user is, and what they want, sentence by sentence. */
interface Story {
  readonly identity: string;
  readonly wishes: readonly string[];
}

const INTRODUCES =
  /\b(?:user id|e-?mail|zip)\b|@|^you(?:r name is|r name's| are|'re) [A-Z]\w* [A-Z]/i;

function readStory({ instruction, user_id: userId }: Task): Story {
  const sentences = instruction
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  const isIntroduction = (sentence: string): boolean =>
    sentence.includes(userId) || INTRODUCES.test(sentence);
  const introduction = sentences.filter(isIntroduction).map(firstPerson).join(' ');
  const named = introduction.includes(userId) ? '' : `My user id is ${userId}.`;
  const wishes = sentences.filter((sentence) => !isIntroduction(sentence)).map(firstPerson);
  return {
    identity: [introduction, named].filter((text) => text !== '').join(' '),
    wishes: wishes.length > 0 ? wishes : [introduction === '' ? 'I need help.' : introduction],
  };
}

/**
 * A user without a model, the same every time: says who they are when asked, what they want
 * sentence by sentence, agrees to what is proposed, asks again for an output that was not told, and
 * ends the conversation when the agent says that all is done, or after too little of that.
 *
 * For tests and the embedded engine. It reads the task's instruction and outputs, not its actions.
 */
export class ScriptedUser implements UserSimulator {
  readonly #task: Task;
  readonly #story: Story;
  #state: State;

  constructor(task: Task) {
    this.#task = task;
    this.#story = readStory(task);
    this.#state = this.#fresh();
  }

  open(): string {
    this.#state = this.#fresh();
    return `Hello. ${this.#tell(1)}`;
  }

  reply(content: string): string {
    const state = this.#state;
    state.replies += 1;
    this.#hear(content);
    if (state.replies >= MOST_REPLIES) return STOP_MARKER;
    return this.#answer(content.slice(0, MOST_READ));
  }

  save(): JsonObject {
    return structuredClone(this.#state);
  }

  load(state: JsonObject): void {
    this.#state = stateSchema.parse(state);
  }

  usage(): UserUsage {
    return NO_USAGE;
  }

  close(): void {}

  #fresh(): State {
    const heard = this.#task.outputs.map(() => false);
    return { told: 0, knowsWho: false, replies: 0, idle: 0, reminders: 0, heard };
  }

  #hear(content: string): void {
    for (const [at, output] of this.#task.outputs.entries()) {
      if (findOutput(output, [content], 'substring')) this.#state.heard[at] = true;
    }
  }

  #answer(content: string): string {
    const state = this.#state;
    const isQuestion = content.includes('?');
    const wantsMore = isQuestion && ASKS_MORE.test(content);
    if (!wantsMore && isQuestion && ASKS_CONFIRMATION.test(content)) {
      return ['Yes, please go ahead.', this.#tell(1)].join(' ').trim();
    }
    if (!state.knowsWho && ASKS_WHO.test(content)) {
      state.knowsWho = true;
      return this.#story.identity;
    }
    if (wantsMore || CLAIMS_DONE.test(content) || this.#isInformed()) return this.#finish();
    const wish = this.#tell(1);
    if (wish !== '') return wish;
    state.idle += 1;
    if (state.idle >= MOST_IDLE) return STOP_MARKER;
    return state.knowsWho
      ? 'That is all I can tell you. Please go on as you think best.'
      : this.#introduce();
  }

  #introduce(): string {
    this.#state.knowsWho = true;
    return this.#story.identity;
  }

  /** Whether there was something to be told, and all of it was. */
  #isInformed(): boolean {
    return this.#state.heard.length > 0 && this.#state.heard.every((isHeard) => isHeard);
  }

  /** Answers an agent who takes the matter for closed. */
  #finish(): string {
    const rest = this.#tell(Number.POSITIVE_INFINITY);
    if (rest !== '') return `There is more. ${rest}`;
    const isMissing = this.#state.heard.some((isHeard) => !isHeard);
    if (isMissing && this.#state.reminders < MOST_REMINDERS) {
      this.#state.reminders += 1;
      return 'You have not told me yet what I wanted to know.';
    }
    return STOP_MARKER;
  }

  /** The next wishes that were not told, empty where there are none. */
  #tell(count: number): string {
    const next = this.#story.wishes.slice(this.#state.told, this.#state.told + count);
    this.#state.told += next.length;
    if (next.length > 0) this.#state.idle = 0;
    return next.join(' ');
  }
}
