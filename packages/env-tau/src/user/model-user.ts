import type { JsonObject } from 'slime-sdk';
import type { ChatMessage } from 'slime-sdk/llm';
import { z } from 'zod';
import type { ModelChannel } from './model-channel.ts';
import { isMarkerAlone, STOP_MARKER } from './stop-marker.ts';
import { OutOfScopeUserReplyError, UserSimulatorError } from './user-errors.ts';
import { OUT_OF_SCOPE_MARKER, userPrompt } from './user-prompts.ts';
import type { UserSimulator, UserStart, UserUsage } from './user-simulator.ts';

/** A message of the user: what is kept of it in the conversation, and what the agent reads. */
export interface UserMessage {
  readonly record: string;
  readonly said: string;
}

/** How the next message of the user comes about. */
export interface UserStrategy {
  /** Whether the model writes a thought before its message. */
  readonly thinks: boolean;
  next(
    conversation: readonly ChatMessage[],
    channel: ModelChannel,
    signal: AbortSignal,
  ): Promise<UserMessage>;
}

/** What the agent is taken to have said first. */
const GREETING = 'Hi! How can I help you today?';

const stateSchema = z.object({
  messages: z.array(
    z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }),
  ),
});

type State = z.infer<typeof stateSchema>;

/** A user whom a model plays, by tau-bench's protocol: to the model the agent is the `user`. */
export class ModelUser implements UserSimulator {
  readonly #instruction: string;
  readonly #strategy: UserStrategy;
  readonly #channel: ModelChannel;
  #messages: State['messages'] = [];

  constructor(instruction: string, strategy: UserStrategy, channel: ModelChannel) {
    this.#instruction = instruction;
    this.#strategy = strategy;
    this.#channel = channel;
  }

  async open({ isRetry, signal }: UserStart): Promise<string> {
    if (!isRetry) this.#channel.clear();
    const { thinks } = this.#strategy;
    const system = userPrompt(this.#instruction, { thinks });
    this.#messages = [{ role: 'system', content: system }];
    const said = await this.#answer(GREETING, signal);
    if (!isMarkerAlone(said, STOP_MARKER)) return said;
    throw new UserSimulatorError('the simulated user ended the conversation before it began');
  }

  reply(content: string, signal: AbortSignal): Promise<string> {
    return this.#answer(content, signal);
  }

  save(): JsonObject {
    return { messages: this.#messages.map((message) => ({ ...message })) };
  }

  load(state: JsonObject): void {
    this.#messages = stateSchema.parse(state).messages;
  }

  usage(): UserUsage {
    return this.#channel.usage();
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  /** A message that fails leaves the conversation as it was. */
  async #answer(content: string, signal: AbortSignal): Promise<string> {
    const conversation: State['messages'] = [...this.#messages, { role: 'user', content }];
    const { record, said } = await this.#strategy.next(conversation, this.#channel, signal);
    if (isMarkerAlone(said, OUT_OF_SCOPE_MARKER)) {
      throw new OutOfScopeUserReplyError(
        "the simulated user says that its instruction does not cover the agent's message",
      );
    }
    this.#messages = [...conversation, { role: 'assistant', content: record }];
    return said;
  }
}
