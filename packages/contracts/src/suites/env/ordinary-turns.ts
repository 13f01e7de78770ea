import fc from 'fast-check';
import {
  episodePlan,
  type TurnKind,
  type TurnPlan,
  turnPlan,
} from '../../arbitraries/turn-plan.ts';
import type { World } from '../../world/world.ts';

/** What becomes of turns that no model means to write. */
const ORDINARY: Partial<Record<TurnKind, TurnKind>> = {
  thought_call: 'call',
  mutated_call: 'call',
  cut: 'answer',
};

/** A turn as a good model writes it: a valid call or several, an answer, or words. */
export function ordinaryTurn({ vocabulary }: World): fc.Arbitrary<TurnPlan> {
  return turnPlan({ vocabulary }).map((plan) =>
    plan.kind === 'hostile'
      ? { ...plan, kind: 'answer', words: '' }
      : { ...plan, kind: ORDINARY[plan.kind] ?? plan.kind },
  );
}

/** Turns of an episode, all of them {@link ordinaryTurn}s. */
export function ordinaryTurns(
  world: World,
  { fewest = 1, most = 8 }: { fewest?: number; most?: number } = {},
): fc.Arbitrary<TurnPlan[]> {
  return fc.array(ordinaryTurn(world), { minLength: fewest, maxLength: most, size: 'max' });
}

/** Turns of an episode of every kind, hostile ones too. */
export function anyTurns({ vocabulary }: World): fc.Arbitrary<TurnPlan[]> {
  return episodePlan({ vocabulary }).map(({ turns }) => turns);
}
