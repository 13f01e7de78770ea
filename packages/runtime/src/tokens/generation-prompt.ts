import type { ConversationRenderer } from './conversation-renderer.ts';
import { attempt } from './tail-plan.ts';
import type { Base } from './tail.ts';

const ANCHOR = 'Qz7AssistantTurn7zQ';

/** What a template writes for the policy to go on from. */
export interface GenerationPrompt {
  /** All of it: `<|im_start|>assistant\n<think>\n`. */
  readonly text: string;
  /**
   * Its end, which belongs to the turn's message: `<think>\n`. The policy does not sample it; it is
   * of the prompt, and a message made of the turn has to begin with it. Mostly empty.
   */
  readonly prefix: string;
}

/** Finds it by comparing renderings of a conversation without it, with it, and answered. */
export function probeGenerationPrompt(
  renderer: ConversationRenderer,
  base: Base,
): GenerationPrompt {
  const render = (messages: Base, addGenerationPrompt: boolean): string => {
    const tried = attempt(() => renderer.render(messages, { addGenerationPrompt }));
    return 'value' in tried ? tried.value : '';
  };
  const before = render(base, false);
  const asked = render(base, true);
  if (before === '' || !asked.startsWith(before)) return { text: '', prefix: '' };
  const text = asked.slice(before.length);
  const next = { role: 'user', content: 'ProbeNext' } as const;
  const answered = render([...base, { role: 'assistant', content: ANCHOR }, next], true);
  const header = answered.slice(before.length, Math.max(before.length, answered.indexOf(ANCHOR)));
  const isSame = answered.startsWith(before) && text.startsWith(header);
  return { text, prefix: isSame && header !== '' ? text.slice(header.length) : '' };
}
