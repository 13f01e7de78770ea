import { EngineError, type GenerateRequest, type GenerateResult } from 'slime-sdk';

/**
 * Refuses a turn that holds the placeholder of a picture, on a tape with pictures: the trainer
 * fits the pictures to the placeholders in order, and there would be more of these than of those.
 *
 * @throws EngineError with cause `sampled_placeholder`; the reply counts as discarded.
 */
export function assertNoPlaceholder(
  request: GenerateRequest,
  result: GenerateResult,
  padId: number | undefined,
): void {
  if (padId === undefined || request.image_data === undefined) return;
  const at = result.ids.indexOf(padId);
  if (at < 0) return;
  const cause = 'sampled_placeholder';
  throw new EngineError(
    `the policy sampled ${padId}, the placeholder of a picture, as token ${at} of its turn: no ` +
      'picture stands for it, and the sample could not be trained on',
    {
      data: {
        cause,
        discarded: [...result.discarded, { rid: result.rid, cause }].map((entry) => ({ ...entry })),
      },
    },
  );
}
