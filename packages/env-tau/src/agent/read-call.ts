import { kindOf } from '../python/operations.ts';
import type { PyValue } from '../python/value.ts';
import { RESPOND } from '../episode/ending-tools.ts';
import type { AgentAction } from './agent-strategy.ts';

/** The action that a call with these arguments asks for: of a tool, or to speak to the user. */
export function readCall(name: string, kwargs: PyValue): AgentAction {
  if (name !== RESPOND) return { kind: 'call', name, kwargs };
  const content = kwargs instanceof Map ? kwargs.get('content') : undefined;
  if (typeof content === 'string') return { kind: 'respond', content, isCall: true };
  const problem =
    content === undefined
      ? 'respond needs content, the text for the user'
      : `the content of respond must be a text, it is ${kindOf(content)}`;
  return { kind: 'fault', name: RESPOND, problem };
}
