import {
  BaseInteractionEnv,
  formatTextObservation,
  type ResetContext,
  type ResetResult,
  type StepContext,
  type StepResult,
  type TextObservation,
} from './env.ts';
import type { JsonObject } from './json.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Message, ParsedCall } from './messages.ts';
import type { Tool } from './tool.ts';

/** Why a call did not run: the policy's fault, told to it as the call's answer. */
export interface CallFault {
  /** `malformed`: it could not be read. `arguments`: the tool's schema refuses them. */
  kind: 'malformed' | 'unknown_tool' | 'arguments';
  /** What is wrong, at most 1,000 characters; quotes no value of the call. */
  message: string;
}

/** A call and what came of it. */
interface Answer {
  observation: TextObservation;
  record: JsonObject;
  reward: number | undefined;
  done: boolean;
}

const MAX_FAULT_LENGTH = 1000;

/**
 * Base class of environments whose policy acts by tool calls.
 *
 * `reset` gives the tools' schemas to the chat template. Every call of a turn is answered, in
 * order, by one message of role `tool`: the tool's text, or what is wrong with the call. Rewards
 * of a turn's calls add up; the episode ends after a turn in which a tool said `done`, or, unless
 * {@link ToolEnv.onNoCall} says otherwise, which had no call. `info.calls` records each call.
 *
 * What a tool throws is a failure of the environment, and never told to the policy: return the
 * text of what the policy can mend, throw {@link RetryableEnvError} for what may pass.
 *
 * @example
 * ```ts
 * const add = defineTool({
 *   name: 'add',
 *   description: 'Adds to the total.',
 *   parameters: z.object({ n: z.number() }),
 *   execute: ({ n }, state: { total: number }) => `The total is ${(state.total += n)}.`,
 * });
 *
 * class CounterEnv extends ToolEnv<{ total: number }> {
 *   readonly tools = [add];
 *   createState() {
 *     return { total: 0 };
 *   }
 * }
 *
 * export default defineEnv({ name: 'counter', apiVersion: 1, build: () => new CounterEnv() });
 * ```
 */
export abstract class ToolEnv<State = undefined> extends BaseInteractionEnv<TextObservation[]> {
  abstract readonly tools: readonly Tool<State>[];
  #byName = new Map<string, Tool<State>>();
  #state: { value: State } | undefined;

  /** What the tools share, new for each episode. */
  protected abstract createState(context: ResetContext): MaybePromise<State>;

  /** @throws TypeError before `reset`. */
  protected get state(): State {
    if (this.#state === undefined) throw new TypeError('the state exists from reset() on');
    return this.#state.value;
  }

  /** @throws TypeError when two tools answer to the same name. */
  override async reset(context: ResetContext): Promise<ResetResult> {
    this.#byName = indexTools(this.tools);
    this.#state = { value: await this.createState(context) };
    return { tools: this.tools.map((tool) => tool.spec) };
  }

  override async step(
    _responseText: string,
    context: StepContext,
  ): Promise<StepResult<TextObservation[]>> {
    if (context.calls.length === 0) return this.onNoCall(context.content, context);
    const answers: Answer[] = [];
    for (const call of context.calls) {
      context.signal.throwIfAborted();
      answers.push(await this.#answer(call, context));
    }
    const rewards = answers.flatMap(({ reward }) => (reward === undefined ? [] : [reward]));
    return {
      observation: answers.map(({ observation }) => observation),
      done: answers.some(({ done }) => done),
      info: { calls: answers.map(({ record }) => record) },
      ...(rewards.length === 0 ? {} : { reward: rewards.reduce((sum, reward) => sum + reward) }),
    };
  }

  override formatObservation(observation: TextObservation[]): Message[] {
    return observation.map(formatTextObservation);
  }

  /**
   * Answers a turn without a call, one that was cut among them (`context.truncated`). Default: it
   * is the final answer and the episode is done.
   */
  protected onNoCall(
    _content: string,
    _context: StepContext,
  ): MaybePromise<StepResult<TextObservation[]>> {
    return { observation: [], done: true };
  }

  /** Words the answer to a call that did not run. `call` holds the policy's words: do not quote. */
  protected describeFault(fault: CallFault, _call: ParsedCall): string {
    return `Error: ${fault.message}`;
  }

  async #answer(call: ParsedCall, { turn, seed, signal }: StepContext): Promise<Answer> {
    const tool = this.#byName.get(call.name);
    const ready = this.#check(call, tool);
    if ('fault' in ready) {
      return {
        observation: toObservation(this.describeFault(ready.fault, call), call, tool),
        record: { name: tool?.name ?? null, fault: ready.fault.kind },
        reward: undefined,
        done: false,
      };
    }
    const result = await ready.tool.execute(ready.args, this.state, { turn, seed, signal });
    const {
      text,
      images,
      info,
      reward,
      done = false,
    } = typeof result === 'string' ? { text: result } : result;
    return {
      observation: { ...toObservation(text, call, ready.tool), ...(images && { images }) },
      record: { name: ready.tool.name, ...(info && { info }) },
      reward,
      done,
    };
  }

  #check(
    call: ParsedCall,
    tool: Tool<State> | undefined,
  ): { fault: CallFault } | { tool: Tool<State>; args: JsonObject } {
    const fault = (kind: CallFault['kind'], message: string) => ({
      fault: { kind, message: message.slice(0, MAX_FAULT_LENGTH) },
    });
    if (call.arguments === undefined) {
      const problem = call.error ?? 'it has no arguments';
      return fault('malformed', `the call could not be read: ${problem}`);
    }
    if (tool === undefined) {
      const known = this.tools.map(({ name }) => name).join(', ');
      return fault('unknown_tool', `there is no tool of that name; the tools are: ${known}`);
    }
    const parsed = tool.parse(call.arguments);
    if (!parsed.ok) return fault('arguments', `wrong arguments for ${tool.name}: ${parsed.error}`);
    // As they were written: the tool applies its schema itself.
    return { tool, args: call.arguments };
  }
}

function toObservation(
  text: string,
  { id }: ParsedCall,
  tool: { name: string } | undefined,
): TextObservation {
  return {
    text,
    role: 'tool',
    ...(tool === undefined ? {} : { name: tool.name }),
    ...(id === undefined ? {} : { tool_call_id: id }),
  };
}

function indexTools<State>(tools: readonly Tool<State>[]): Map<string, Tool<State>> {
  const byName = new Map<string, Tool<State>>();
  for (const tool of tools) {
    for (const name of [tool.name, ...tool.aliases]) {
      if (byName.has(name)) throw new TypeError(`two tools answer to the name "${name}"`);
      byName.set(name, tool);
    }
  }
  return byName;
}
