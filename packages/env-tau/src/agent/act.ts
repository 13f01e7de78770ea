import type { Message, StepContext, ToolSpec } from 'slime-sdk';
import { dumpJson } from '../python/dump-json.ts';
import { parseJson } from '../python/parse-json.ts';
import { actPrompt } from './act-prompt.ts';
import type { AgentAction, AgentAnswer, AgentBriefing, AgentStrategy } from './agent-strategy.ts';
import { readJson } from './exact-arguments.ts';
import { readCall } from './read-call.ts';

const ACTION = 'Action:';
const FORM = 'an action is {"name": …, "arguments": {…}}';

function readAction(content: string): AgentAction {
  const text = (content.split(ACTION).at(-1) ?? '').trim();
  const value = readJson(text, 'the action');
  // As in tau-bench: what is no JSON is meant for the user.
  if (value === undefined) return { kind: 'respond', content: text, isCall: false };
  const name = value instanceof Map ? value.get('name') : undefined;
  const kwargs = value instanceof Map ? value.get('arguments') : undefined;
  if (typeof name !== 'string')
    return { kind: 'fault', name: null, problem: `it has no name: ${FORM}` };
  if (kwargs === undefined) return { kind: 'fault', name, problem: `it has no arguments: ${FORM}` };
  return readCall(name, kwargs);
}

/**
 * tau-bench's `act` and `react`: the tools stand as JSON in the system prompt, a turn is the text
 * `Action:` and a JSON object, before it a thought in `react`; answers come as the user's messages.
 */
export class ActStrategy implements AgentStrategy {
  readonly #system: string;

  constructor(wiki: string, tools: readonly ToolSpec[], { thinks }: { thinks: boolean }) {
    const schemas = dumpJson(parseJson(JSON.stringify(tools), 'the tools'));
    this.#system = `${wiki}\n#Available tools\n${schemas}${actPrompt({ thinks })}`;
  }

  brief(_seed: number): AgentBriefing {
    return { system: this.#system };
  }

  read({ calls, content }: Pick<StepContext, 'calls' | 'content'>): AgentAction[] {
    if (calls.length === 0) return [readAction(content)];
    const problem = `tools are not called by tags here: write "${ACTION}" and JSON, ${FORM}`;
    return calls.map(({ name }) => ({ kind: 'fault', name: name === '' ? null : name, problem }));
  }

  show(answers: readonly AgentAnswer[]): Message[] {
    return answers.map(({ text, isUser }) => ({
      role: 'user',
      content: isUser ? text : `API output: ${text}`,
    }));
  }
}
