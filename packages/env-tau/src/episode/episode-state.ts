import { z } from 'zod';
import type { PyDict, PyValue } from '../python/value.ts';
import type { Task } from '../tasks/task.ts';
import { applyTool } from '../world/apply-tool.ts';
import type { Database } from '../world/database.ts';
import { createWorld, type World } from '../world/world.ts';
import { loadWorld, saveWorld } from '../world/world-state.ts';
import { ENDING_TOOLS, handsOver } from './ending-tools.ts';
import { type AnsweredCall, isOwnRecord } from './is-own-record.ts';

const count = z.int().nonnegative();

/** What happened in an episode, as numbers. */
const tallySchema = z.object({
  toolCalls: count,
  /** Calls whose observation is an error, refused ones among them. */
  toolErrors: count,
  userReplies: count,
});

/** What happened in an episode, as numbers. */
export type Tally = z.infer<typeof tallySchema>;

const isTable = (value: unknown): value is ReadonlyMap<string, PyDict> => value instanceof Map;

const savedSchema = z.object({
  world: z.record(z.string(), z.custom<ReadonlyMap<string, PyDict>>(isTable)),
  spoken: z.array(z.string()),
  tally: tallySchema,
  isOver: z.boolean(),
  isTransferred: z.boolean(),
  hasLookedUp: z.boolean(),
  hasReported: z.boolean(),
});

/** An episode to go back to: plain data that structured cloning copies. */
export type SavedEpisode = z.infer<typeof savedSchema>;

/** Reads what {@link EpisodeState.save} gave, after it went through a copy. */
export function parseSavedEpisode(value: unknown): SavedEpisode {
  return savedSchema.parse(value);
}

/** The world of one episode, and what of its course is judged or counted. */
export class EpisodeState {
  readonly #task: Task;
  readonly #world: World;
  readonly #saved: Omit<SavedEpisode, 'world'>;

  constructor(database: Database, task: Task, saved?: SavedEpisode) {
    this.#task = task;
    if (saved === undefined) {
      this.#world = createWorld(database);
      this.#saved = {
        spoken: [],
        tally: { toolCalls: 0, toolErrors: 0, userReplies: 0 },
        isOver: false,
        isTransferred: false,
        hasLookedUp: false,
        hasReported: false,
      };
    } else {
      const { world, ...rest } = saved;
      this.#world = loadWorld(database, world);
      this.#saved = structuredClone(rest);
    }
  }

  get world(): World {
    return this.#world;
  }

  /** The agent's messages to the user. */
  get spoken(): readonly string[] {
    return this.#saved.spoken;
  }

  get tally(): Readonly<Tally> {
    return this.#saved.tally;
  }

  /** The user ended the conversation, or the agent handed it over. */
  get isOver(): boolean {
    return this.#saved.isOver;
  }

  get isTransferred(): boolean {
    return this.#saved.isTransferred;
  }

  /**
   * The agent was shown a record of the user's own, and then spoke to the user or, where the task's
   * own actions do, handed over.
   */
  get hasReported(): boolean {
    return this.#saved.hasReported;
  }

  save(): SavedEpisode {
    return { world: saveWorld(this.#world), ...structuredClone(this.#saved) };
  }

  /** Carries a call out; the text for the agent. A tool that gives nothing gives an empty text. */
  call(name: string, kwargs: PyValue): string {
    const { observation, raised } = applyTool(this.#world, name, kwargs);
    const text = observation ?? '';
    const isError = raised || /^(?:Error|Unknown action)\b/.test(text);
    this.#saved.tally.toolCalls += 1;
    if (isError) this.#saved.tally.toolErrors += 1;
    else this.#look({ name, kwargs, observation: text });
    if (ENDING_TOOLS.has(name)) {
      // As in tau-bench, with wrong arguments too.
      this.#saved.isTransferred = true;
      if (handsOver(this.#task)) this.#report();
      this.end();
    }
    return text;
  }

  /** Counts a call that was not carried out. */
  refuse(): void {
    this.#saved.tally.toolCalls += 1;
    this.#saved.tally.toolErrors += 1;
  }

  /** Notes a message of the agent to the user. */
  speak(content: string): void {
    this.#saved.spoken.push(content);
    if (content.trim() !== '') this.#report();
  }

  countReply(): void {
    this.#saved.tally.userReplies += 1;
  }

  end(): void {
    this.#saved.isOver = true;
  }

  #report(): void {
    this.#saved.hasReported ||= this.#saved.hasLookedUp;
  }

  #look(answered: AnsweredCall): void {
    this.#saved.hasLookedUp ||= isOwnRecord(this.#world, this.#task.user_id, answered);
  }
}
