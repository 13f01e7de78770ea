import { createRolloutArgs, createSample } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { ToolCallingStrategy } from '../agent/tool-calling.ts';
import { findTask } from '../episode/find-task.ts';
import { TauEnv } from '../episode/tau-env.ts';
import { oracle } from '../policy/oracle.ts';
import { withoutMarks } from '../policy/plan-mark.ts';
import { dumpJson } from '../python/dump-json.ts';
import { fromJson } from '../python/value.ts';
import { HumanUser } from '../user/human-user.ts';
import type { LineReader } from './line-reader.ts';
import { type PlaySetup, textOf } from './play-agent.ts';
import { endLines } from './play-report.ts';
import { printableBlock } from './printable-text.ts';

const PARSER = 'qwen25';
const ROW_SEED = 1;

/** The person has left: there are no more lines. */
class Left extends Error {}

/** A line with text that answers what is shown, unless the person leaves. */
async function askPerson(reader: LineReader, text: string): Promise<string> {
  await reader.print(text);
  for (;;) {
    const line = (await reader.ask('user> '))?.trim();
    if (line === undefined || line === '/quit') throw new Left();
    if (line !== '') return line;
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
    user: new HumanUser(task.instruction, {
      ask: (text) => askPerson(reader, withoutMarks(text)),
      close() {},
    }),
    oneCallPerTurn: false,
    userStop: 'message',
    outputMatch: config.output_match,
    stateMatch: config.state_match,
    idleTask: null,
    needsReport: false,
    facts: { env: domain, task_split: split, task_index: index },
  });
  await reader.print('/quit leaves; so do Ctrl-D and Ctrl-C.');
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
