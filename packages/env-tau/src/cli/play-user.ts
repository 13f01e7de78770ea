import { createRolloutArgs, createSample, type JsonObject } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { ToolCallingStrategy } from '../agent/tool-calling.ts';
import { findTask } from '../episode/find-task.ts';
import { TauEnv } from '../episode/tau-env.ts';
import { oracle } from '../policy/oracle.ts';
import { withoutMarks } from '../policy/plan-mark.ts';
import { dumpJson } from '../python/dump-json.ts';
import { fromJson } from '../python/value.ts';
import { STOP_MARKER } from '../user/stop-marker.ts';
import { NO_USAGE, type UserSimulator, type UserUsage } from '../user/user-simulator.ts';
import type { LineReader } from './line-reader.ts';
import { type PlaySetup, textOf } from './play-agent.ts';
import { endLines } from './play-report.ts';
import { printableBlock } from './printable-text.ts';

const PARSER = 'qwen25';
const ROW_SEED = 1;

/** The person has left: there are no more lines. */
class Left extends Error {}

/** A user who is the person at the terminal. */
class PersonAsUser implements UserSimulator {
  readonly #reader: LineReader;

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  open(): Promise<string> {
    return this.#ask();
  }

  async reply(content: string): Promise<string> {
    await this.#reader.print(printableBlock('agent', withoutMarks(content)));
    return this.#ask();
  }

  save(): JsonObject {
    return {};
  }

  load(): void {}

  usage(): UserUsage {
    return NO_USAGE;
  }

  close(): void {}

  async #ask(): Promise<string> {
    for (;;) {
      const line = await this.#reader.ask('user> ');
      const text = line?.trim();
      if (text === undefined || text === '/quit') throw new Left();
      if (text === '/stop') return STOP_MARKER;
      if (text !== '') return text;
    }
  }
}

/**
 * Lets a person be the user, of an agent that plays the task's own actions.
 *
 * @returns whether the conversation came to its end.
 */
export async function playUser(setup: PlaySetup, reader: LineReader): Promise<boolean> {
  const { config, index, signal } = setup;
  const sample = createSample({ prompt: index });
  const { data, task, split } = await findTask(sample, config);
  const { database, domain, wiki, tools } = data;
  const args = {
    ...createRolloutArgs({ max_turns: config.max_turns, sglang_tool_call_parser: PARSER }),
    ...config,
    oracle_error_rate: 0,
  };
  const policy = await oracle.build({ args });
  const env = new TauEnv({
    database,
    task,
    strategy: new ToolCallingStrategy(wiki, tools),
    user: new PersonAsUser(reader),
    oneCallPerTurn: false,
    userStop: 'message',
    outputMatch: config.output_match,
    stateMatch: config.state_match,
    idleTask: null,
    needsReport: false,
    facts: { env: domain, task_split: split, task_index: index },
  });
  await reader.print(
    'You are the user; type what you say, /stop when you have what you came for, /quit to leave.\n' +
      printableBlock('Your task', task.instruction),
  );
  let isOver = false;
  try {
    let text = textOf((await env.reset({ seed: ROW_SEED, attempt: 0, signal })).messages?.at(-1));
    for (let turn = 0; !isOver; turn += 1) {
      const reply = await policy({
        input_ids: [],
        text,
        sampling_params: {},
        images: 0,
        sample,
        random: () => 0,
      });
      if (typeof reply !== 'string') throw new TypeError('the oracle gives text');
      const read = parseResponse(reply, { toolCallParser: PARSER, reasoningParser: null });
      for (const { name, arguments: kwargs = {} } of read.calls) {
        await reader.print(printableBlock('agent calls', `${name} ${dumpJson(fromJson(kwargs))}`));
      }
      const seed = ROW_SEED;
      const step = await env.step(reply, { ...read, turn, truncated: false, seed, signal });
      text += reply;
      isOver = step.done;
    }
  } catch (error) {
    if (!(error instanceof Left)) throw error;
  }
  await reader.print(endLines(env.reward(), env.metrics(), isOver).join('\n'));
  await env.close();
  return isOver;
}
