import type { RewardResult } from '../episode/calculate-reward.ts';
import { printableText } from './printable-text.ts';

/** What an episode is worth, and why. */
export function rewardLines({ reward, isStateRight, outputs }: RewardResult): string[] {
  return [
    `reward ${reward}`,
    `  the records are ${isStateRight ? '' : 'not '}as they should be`,
    ...Object.entries(outputs).map(
      ([output, isTold]) =>
        `  the user was ${isTold ? '' : 'not '}told: ${printableText(output).replaceAll('\n', ' ')}`,
    ),
  ];
}

/** The last lines of a play that came to its end, or was left before. */
export function endLines(
  result: RewardResult,
  metrics: Readonly<Record<string, number>>,
  isOver: boolean,
): string[] {
  const counted = Object.entries(metrics).filter(([, value]) => value !== 0);
  return [
    isOver
      ? 'The conversation is over.'
      : 'Left before the conversation was over, which is worth 0. If it were over now:',
    ...rewardLines(result),
    ...(counted.length === 0
      ? []
      : [`  ${counted.map(([name, value]) => `${name} ${value}`).join(', ')}`]),
  ];
}
