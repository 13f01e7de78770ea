import type { ToolSpec } from 'slime-sdk';
import type { ConversationRenderer } from './conversation-renderer.ts';
import { BASES, PROBE_TOOL } from './probe-messages.ts';
import { attempt } from './tail-plan.ts';

/** Why a template renders none of some usual prompts; undefined where it renders one. */
export function promptRefusal(renderer: ConversationRenderer): string | undefined {
  const reasons: string[] = [];
  const offers: readonly (readonly ToolSpec[] | undefined)[] = [undefined, [PROBE_TOOL]];
  for (const tools of offers) {
    for (const base of BASES) {
      const tried = attempt(() =>
        renderer.render(base, { ...(tools && { tools }), addGenerationPrompt: true }),
      );
      if ('value' in tried && tried.value !== '') return undefined;
      reasons.push('value' in tried ? 'it writes nothing' : tried.refused);
    }
  }
  return reasons[0];
}
