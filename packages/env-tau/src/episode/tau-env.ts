import {
  BaseInteractionEnv,
  EnvError,
  type JsonObject,
  type Message,
  type ResetContext,
  type ResetResult,
  type StepContext,
  type StepResult,
  type TemplateRewording,
} from 'slime-sdk';
import { z } from 'zod';
import type { AgentAction, AgentAnswer, AgentStrategy } from '../agent/agent-strategy.ts';
import type { Task } from '../tasks/task.ts';
import { isStop, type StopMatch } from '../user/stop-marker.ts';
import type { UserSimulator } from '../user/user-simulator.ts';
import type { Database } from '../world/database.ts';
import { calculateReward, type RewardResult, type StateMatch } from './calculate-reward.ts';
import { handsOver, RESPOND } from './ending-tools.ts';
import { EpisodeState, parseSavedEpisode } from './episode-state.ts';
import type { OutputMatch } from './find-output.ts';

/** What an episode is made of. */
export interface TauEnvOptions {
  readonly database: Database;
  readonly task: Task;
  readonly strategy: AgentStrategy;
  readonly user: UserSimulator;
  /** Carries out the first call of a turn and refuses the others, each with a word. */
  readonly oneCallPerTurn: boolean;
  /** Words in the place of the chat template's own; absent or null to leave those. */
  readonly reword?: TemplateRewording | null;
  readonly userStop: StopMatch;
  readonly outputMatch: OutputMatch;
  readonly stateMatch: StateMatch;
  /** Whether a do-nothing agent would be paid for the task; null where that is not looked at. */
  readonly idleTask: boolean | null;
  /** The reward needs the agent to have looked at the user's records and to have reported. */
  readonly needsReport: boolean;
  /** What `reset` says of the episode in its `info`. */
  readonly facts: JsonObject;
}

const ONE_CALL =
  'Error: one call is made in a turn, and this one was not: make it in a later turn.';
const TOO_LATE = 'Error: an earlier call ended the conversation, and this one was not made.';

const snapshotSchema = z.object({
  episode: z.unknown(),
  user: z.record(z.string(), z.json()),
});

/**
 * tau-bench's loop as an environment: an agent with tools on a world, a simulated user, and a reward
 * when the user ends the conversation or the agent hands it over. Any other end is worth 0.
 */
export class TauEnv extends BaseInteractionEnv<Message[]> {
  readonly #options: TauEnvOptions;
  #state: EpisodeState | undefined;

  constructor(options: TauEnvOptions) {
    super();
    this.#options = options;
  }

  override async reset({ seed, attempt, signal }: ResetContext): Promise<ResetResult> {
    const { strategy, user, facts, database, task, reword } = this.#options;
    this.#state = new EpisodeState(database, task);
    const { system, tools } = strategy.brief(seed);
    const greeting = await user.open({ isRetry: attempt > 0, signal });
    return {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: greeting },
      ],
      ...(tools === undefined ? {} : { tools: [...tools] }),
      ...(reword ? { reword } : {}),
      info: facts,
    };
  }

  override async step(_responseText: string, context: StepContext): Promise<StepResult<Message[]>> {
    const state = this.#started();
    if (state.isOver) throw new EnvError('the episode is over: reset() starts the next one');
    // Nothing of a cut turn is carried out: half a message to the user is none.
    if (context.truncated) return { observation: [], done: false, reward: 0 };
    const answers: AgentAnswer[] = [];
    for (const [at, action] of this.#options.strategy.read(context).entries()) {
      context.signal.throwIfAborted();
      answers.push(
        await this.#answer(state, action, { isFirst: at === 0, signal: context.signal }),
      );
    }
    const observation = this.#options.strategy.show(answers);
    const info: JsonObject = { actions: answers.map(recordOf) };
    if (!state.isOver) return { observation, done: false, reward: 0, info };
    const { reward, ...parts } = this.reward();
    return { observation, done: true, reward, info: { ...info, ...infoOf(parts) } };
  }

  override formatObservation(observation: Message[]): Message[] {
    return observation;
  }

  /**
   * What the episode would be worth if it ended here: the same however often it is asked for, before
   * the end and after it.
   *
   * @throws EnvError before `reset`.
   */
  reward(): RewardResult {
    const { database, task, outputMatch, stateMatch, needsReport } = this.#options;
    const { world, spoken, hasReported, isTransferred } = this.#started();
    const result = calculateReward({ database, task, world, spoken, outputMatch, stateMatch });
    if (!needsReport) return result;
    const isReported = hasReported && (isTransferred || !handsOver(task));
    return isReported ? result : { ...result, reward: 0 };
  }

  snapshot(): unknown {
    return { episode: this.#started().save(), user: this.#options.user.save() };
  }

  restore(snapshot: unknown): void {
    const { database, task, user } = this.#options;
    const saved = snapshotSchema.parse(snapshot);
    this.#state = new EpisodeState(database, task, parseSavedEpisode(saved.episode));
    user.load(saved.user);
  }

  metrics(): Record<string, number> {
    const { idleTask, user } = this.#options;
    const tally = this.#state?.tally;
    const { requests, promptTokens, completionTokens, cost } = user.usage();
    return {
      tool_calls: tally?.toolCalls ?? 0,
      tool_errors: tally?.toolErrors ?? 0,
      user_replies: tally?.userReplies ?? 0,
      transferred: this.#state?.isTransferred === true ? 1 : 0,
      user_requests: requests,
      user_prompt_tokens: promptTokens,
      user_completion_tokens: completionTokens,
      ...(cost === null ? {} : { user_cost: cost }),
      ...(idleTask === null ? {} : { idle_task: idleTask ? 1 : 0 }),
    };
  }

  override async close(): Promise<void> {
    await this.#options.user.close();
  }

  #started(): EpisodeState {
    if (this.#state === undefined) throw new EnvError('no episode has started: call reset() first');
    return this.#state;
  }

  async #answer(
    state: EpisodeState,
    action: AgentAction,
    { isFirst, signal }: { isFirst: boolean; signal: AbortSignal },
  ): Promise<AgentAnswer> {
    const answer = (text: string): AgentAnswer => ({ action, text, isUser: false });
    const refuse = (text: string): AgentAnswer => {
      state.refuse();
      return answer(text);
    };
    if (state.isOver) return refuse(TOO_LATE);
    if (this.#options.oneCallPerTurn && !isFirst) return refuse(ONE_CALL);
    if (action.kind === 'fault') return refuse(`Error: ${action.problem}`);
    if (action.kind === 'call') return answer(state.call(action.name, action.kwargs));
    state.speak(action.content);
    const reply = await this.#options.user.reply(action.content, signal);
    state.countReply();
    // Only here, in the user's own words: nobody else's end an episode.
    if (isStop(reply, this.#options.userStop)) state.end();
    return { action, text: reply, isUser: true };
  }
}

function recordOf({ action, text, isUser }: AgentAnswer): JsonObject {
  const name = action.kind === 'respond' ? RESPOND : action.name;
  return { name, source: isUser ? 'user' : 'tool', failed: /^Error\b/.test(text) && !isUser };
}

function infoOf({ isStateRight, outputs }: Omit<RewardResult, 'reward'>): JsonObject {
  return { r_actions: isStateRight, outputs: { ...outputs } };
}
