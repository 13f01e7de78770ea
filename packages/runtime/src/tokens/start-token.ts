import type { ConversationRenderer } from './conversation-renderer.ts';
import { BASES } from './probe-messages.ts';
import { attempt } from './tail-plan.ts';
import type { Tokenizer } from './tokenizer.ts';

/** What `tokenizer_config.json` says of the token that texts begin with. */
export interface StartSource {
  readonly bosToken: string | null | undefined;
  readonly addBosToken: boolean | null | undefined;
}

/**
 * The token (a BOS) that transformers puts before every text that no chat template wrote, and that
 * the model was trained to read first; undefined where there is none.
 */
export async function readStartToken(
  tokenizer: Tokenizer,
  { bosToken, addBosToken }: StartSource,
): Promise<string | undefined> {
  if (addBosToken === false) return undefined;
  if (addBosToken === true && typeof bosToken === 'string') return bosToken;
  const [first] = await tokenizer.encode('a', { specials: true, addSpecialTokens: true });
  const [plain] = await tokenizer.encode('a', { specials: true });
  if (first === plain) return undefined;
  return tokenizer.addedTokens.find(({ id }) => id === first)?.content;
}

/** Whether a template writes a prompt that begins otherwise. */
export function lacksStart(renderer: ConversationRenderer, start: string): boolean {
  for (const base of BASES) {
    const tried = attempt(() => renderer.render(base, { addGenerationPrompt: true }));
    if ('value' in tried && tried.value !== '') return !tried.value.startsWith(start);
  }
  return false;
}

/** Says so, as a run warns with it. */
export function missingStart(template: string, start: string): string {
  return (
    `chat template ${template} does not begin a prompt with ${start}, with which this tokenizer ` +
    'begins a text: prompts are one token short of what the model was trained on. Write ' +
    '{{ bos_token }} at its start if the model needs it'
  );
}
