import type { Message, TemplateReport } from 'slime-sdk';
import { OBSERVATION_KINDS, type ObservationClass, type Rewrite } from './classify-template.ts';

/** A classification in sentences, as a run warns with them. */
export function reportOf(name: string, classes: readonly ObservationClass[]): TemplateReport {
  const rewrites = classes.flatMap((found) => {
    const role = found.kind;
    if ('refusal' in found) {
      return [`it cannot append a ${role} message, which fails the episode: ${found.refusal}`];
    }
    return [
      ...(found.isCut
        ? []
        : [`when a ${role} message follows, the turn ends in plain text, which may merge with it`]),
      ...found.rewrites.map(
        (rewrite) =>
          `when a ${role} message follows, it ${describeRewrite(rewrite)}; what was sampled is kept`,
      ),
    ];
  });
  const refuses = classes.flatMap((found): Message['role'][] =>
    'refusal' in found ? OBSERVATION_KINDS[found.kind].slice(0, 1).map(({ role }) => role) : [],
  );
  return {
    name,
    appendOnly: rewrites.length === 0,
    rewrites,
    ...(refuses.length === 0 ? {} : { refuses }),
  };
}

/** A rewriting as the end of a sentence about the template. */
export function describeRewrite({ where, turn, tools }: Rewrite): string {
  return `${VERBS[where]} an assistant turn with ${turn}${tools ? ', where there are tools' : ''}`;
}

const VERBS = {
  history: 'rewrites what comes before',
  turn: 'rewrites',
  tail: 'rewrites what comes after',
  refused: 'refuses',
} as const;
