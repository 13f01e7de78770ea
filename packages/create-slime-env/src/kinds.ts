/** What a package can hold, in the order in which it is offered. */
export const KINDS = ['env', 'reward', 'generate'] as const;

/** A kind of package. */
export type Kind = (typeof KINDS)[number];

/** The kind that is made when nobody says which. */
export const DEFAULT_KIND: Kind = 'env';

/** What each kind holds, in a few words. */
export const KIND_TITLES: Readonly<Record<Kind, string>> = {
  env: 'an environment and its reward',
  reward: 'a reward function',
  generate: 'a custom generate function and its reward',
};

/** Whether a text names a kind. */
export function isKind(text: string): text is Kind {
  return KINDS.some((kind) => kind === text);
}
