import { EngineError, type GenerateRequest, type GenerateResult } from 'slime-sdk';

/**
 * Compares the prompt that the engine read with the tape, on requests with pictures: SGLang's
 * Qwen-VL path decodes the ids that it is sent and tokenises them anew (sglang-wire: images), so
 * that the policy may have read another prompt than the one that would be trained on.
 *
 * @throws EngineError with cause `prompt_mismatch`; the reply counts as discarded.
 */
export function assertPromptAsRead(request: GenerateRequest, result: GenerateResult): void {
  if (request.image_data === undefined) return;
  const sent = request.input_ids;
  const difference = findDifference(sent, result);
  if (difference === null) return;
  const cause = 'prompt_mismatch';
  throw new EngineError(
    `the engine read another prompt than the tape holds: ${difference}; it tokenises prompts with ` +
      'pictures anew, and what was sampled before does not survive that',
    {
      data: {
        cause,
        discarded: [...result.discarded, { rid: result.rid, cause }].map((entry) => ({ ...entry })),
      },
    },
  );
}

function findDifference(sent: ArrayLike<number>, result: GenerateResult): string | null {
  if (result.promptTokens !== sent.length) {
    return `${result.promptTokens} tokens instead of ${sent.length}`;
  }
  const at = result.promptIds?.findIndex((id, index) => id !== sent[index]) ?? -1;
  return at < 0 ? null : `id ${result.promptIds?.[at]} instead of ${sent[at]} at position ${at}`;
}
