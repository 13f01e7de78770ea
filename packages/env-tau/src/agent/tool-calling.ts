import type { Message, ParsedCall, StepContext, ToolSpec } from 'slime-sdk';
import { fromJson } from '../python/value.ts';
import type { AgentAction, AgentAnswer, AgentBriefing, AgentStrategy } from './agent-strategy.ts';
import { exactArguments } from './exact-arguments.ts';
import { readCall } from './read-call.ts';

/** Characters of what a parser says about a call. */
const MOST_PROBLEM = 1000;

function readParsed(call: ParsedCall): AgentAction {
  const { name, arguments: args, error } = call;
  const kwargs = args === undefined ? exactArguments(call) : fromJson(args);
  if (kwargs !== undefined) return readCall(name, kwargs);
  const problem = `the call could not be read: ${error ?? 'it has no arguments'}`;
  return {
    kind: 'fault',
    name: name === '' ? null : name,
    problem: problem.slice(0, MOST_PROBLEM),
  };
}

/** tau-bench's `tool-calling`: the chat template shows the tools, a turn without a call is a reply. */
export class ToolCallingStrategy implements AgentStrategy {
  readonly #system: string;
  readonly #tools: readonly ToolSpec[];

  constructor(system: string, tools: readonly ToolSpec[]) {
    this.#system = system;
    this.#tools = tools;
  }

  brief(_seed: number): AgentBriefing {
    return { system: this.#system, tools: this.#tools };
  }

  read({ calls, content }: Pick<StepContext, 'calls' | 'content'>): AgentAction[] {
    if (calls.length === 0) return [{ kind: 'respond', content, isCall: false }];
    return calls.map(readParsed);
  }

  show(answers: readonly AgentAnswer[]): Message[] {
    const [first] = answers;
    // What the user says to a lone reply is the user's turn, however the reply was written.
    if (answers.length === 1 && first?.isUser === true) {
      return [{ role: 'user', content: first.text }];
    }
    return answers.map(({ action, text }) => {
      const name = action.kind === 'respond' ? 'respond' : action.name;
      return { role: 'tool', ...(name === null ? {} : { name }), content: text };
    });
  }
}
