import type { Message } from 'slime-sdk';
import { dropStandins, holdsStandin, pairCalls } from './call-ids.ts';
import type { ConversationRenderer } from './conversation-renderer.ts';
import { attempt } from './tail-plan.ts';
import type { Base } from './tail.ts';

const NAME = 'Qz7CalledName7zQ';

const CALLED: readonly Message[] = [
  { role: 'assistant', content: '', tool_calls: [{ name: NAME, arguments: { x: 'y' } }] },
  { role: 'tool', content: 'ProbeObserved' },
];

/**
 * Whether an answer loses the name of its call where nobody gave an id: the template looks the name
 * up by an id, and prints the id, too, so that no stand-in can take its place.
 */
export function findsNamesById(renderer: ConversationRenderer, base: Base): boolean {
  const paired = pairCalls(CALLED);
  const write = (messages: readonly Message[]) =>
    attempt(() => renderer.render([...base, ...messages], { addGenerationPrompt: true }));
  const [whole, bare] = [write(paired), write(dropStandins(paired))];
  if ('refused' in whole || 'refused' in bare || !holdsStandin(whole.value)) return false;
  return whole.value.split(NAME).length > bare.value.split(NAME).length;
}
