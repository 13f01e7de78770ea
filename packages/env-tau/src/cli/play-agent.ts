import {
  createRolloutArgs,
  createSample,
  type Message,
  type StepContext,
  type ToolSpec,
} from 'slime-sdk';
import { tauEnv } from '../episode/define-tau-env.ts';
import type { TauConfig } from '../episode/tau-config.ts';
import { TauEnv } from '../episode/tau-env.ts';
import type { LineReader } from './line-reader.ts';
import { endLines } from './play-report.ts';
import { printableBlock, printableText } from './printable-text.ts';
import { readTyped, type Typed } from './read-typed.ts';

/** A task to play. */
export interface PlaySetup {
  readonly index: number;
  readonly config: TauConfig;
  readonly signal: AbortSignal;
}

const HELP = `  words               are said to the user
  {"name": …, "arguments": {…}}   or   tool key=value …   calls a tool
  /wiki               the policy that the agent has to keep
  /tools              the tools; /tools NAME: one of them, with its schema
  /say WORDS          says what would be read as a call or command
  /quit               leaves; so do Ctrl-D and Ctrl-C`;

/** Lets a person be the agent. @returns whether the conversation came to its end. */
export async function playAgent(setup: PlaySetup, reader: LineReader): Promise<boolean> {
  const { config, index, signal } = setup;
  const env = await tauEnv.build({
    sample: createSample({ prompt: index }),
    args: createRolloutArgs(),
    config,
    signal,
  });
  if (!(env instanceof TauEnv)) throw new TypeError('the environment of this package is a TauEnv');
  try {
    return await new AgentPlay(env, setup, reader).run();
  } finally {
    await env.close();
  }
}

class AgentPlay {
  readonly #env: TauEnv;
  readonly #setup: PlaySetup;
  readonly #reader: LineReader;
  #wiki = '';
  #tools: readonly ToolSpec[] = [];

  constructor(env: TauEnv, setup: PlaySetup, reader: LineReader) {
    this.#env = env;
    this.#setup = setup;
    this.#reader = reader;
  }

  async run(): Promise<boolean> {
    await this.#reader.print(`You are the agent.\n${HELP}\n`);
    const isOver = await this.#converse().catch((error: unknown) => {
      // Ctrl-C while a model was asked: the person has left.
      if (this.#setup.signal.aborted) return false;
      throw error;
    });
    const lines = endLines(this.#env.reward(), this.#env.metrics(), isOver);
    await this.#reader.print(lines.join('\n'));
    return isOver;
  }

  /** @returns whether the conversation came to its end. */
  async #converse(): Promise<boolean> {
    const { signal } = this.#setup;
    const reader = this.#reader;
    const { messages = [], tools = [] } = await this.#env.reset({ seed: 1, attempt: 0, signal });
    this.#tools = tools;
    this.#wiki = textOf(messages[0]);
    await reader.print(printableBlock('user', textOf(messages.at(-1))));
    for (let turn = 0; ;) {
      const line = await reader.ask('agent> ');
      if (line === undefined) return false;
      if (line.trim() === '') continue;
      const typed = readTyped(line, this.#tools);
      if (typed.kind === 'command' && typed.name === 'quit') return false;
      if (typed.kind === 'fault') await reader.print(typed.problem);
      else if (typed.kind === 'command') await reader.print(this.#obey(typed));
      else if (await this.#step(typed, turn++)) return true;
    }
  }

  async #step(typed: Extract<Typed, { kind: 'say' | 'call' }>, turn: number): Promise<boolean> {
    const { signal } = this.#setup;
    const raw = typed.kind === 'say' ? typed.text : typed.name;
    const context: StepContext = {
      turn,
      reasoning: '',
      content: typed.kind === 'say' ? typed.text : '',
      calls: typed.kind === 'say' ? [] : [{ name: typed.name, arguments: typed.args, raw }],
      truncated: false,
      seed: 1,
      signal,
    };
    const { observation, done } = await this.#env.step(raw, context);
    for (const message of observation) {
      const speaker = message.role === 'user' ? 'user' : printableText(message.name ?? 'tool');
      await this.#reader.print(printableBlock(speaker, textOf(message)));
    }
    return done;
  }

  #obey({ name, rest }: Extract<Typed, { kind: 'command' }>): string {
    if (name === 'help') return HELP;
    if (name === 'wiki') return printableText(this.#wiki);
    if (name === 'tools') return this.#describeTools(rest.trim());
    return `There is no /${printableText(name)}; /help tells what there is.`;
  }

  #describeTools(name: string): string {
    const meant = this.#tools.filter((tool) => name === '' || tool.function.name === name);
    if (meant.length === 0) return `There is no tool ${printableText(name)}; /tools lists them.`;
    const lines = meant.map(({ function: { name: own, description = '', parameters } }) =>
      name === ''
        ? `  ${own}: ${description.replaceAll('\n', ' ')}`
        : `  ${own}: ${description}\n${JSON.stringify(parameters, null, 2)}`,
    );
    return printableText(lines.join('\n'));
  }
}

/** The words of a message, which are text throughout here. */
export function textOf(message: Message | undefined): string {
  return typeof message?.content === 'string' ? message.content : '';
}
