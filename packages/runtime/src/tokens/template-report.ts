import type { Message, RolloutArgs, TemplateReport } from 'slime-sdk';
import {
  OBSERVATION_KINDS,
  type ObservationClass,
  type ObservationKind,
  type Rewrite,
} from './classify-template.ts';

/** What of a template is reported. */
export interface Findings {
  readonly classes: readonly ObservationClass[];
  /** The plain text that a first prompt ends in, which a turn may merge with. */
  readonly promptEnd: string | undefined;
}

/** What a run does where a template rewrites earlier turns: `--template-history`. */
export type TemplateHistory = RolloutArgs['template_history'];

/** A classification in sentences, as a run warns with them. */
export function sentencesOf({ classes, promptEnd }: Findings, history: TemplateHistory): string[] {
  const merges = (end: string): string =>
    `ends in plain text (${JSON.stringify(end)}), which may merge with a turn`;
  const ofClasses = classes.flatMap((found) => {
    const role = found.kind;
    if ('refusal' in found) {
      return [`it cannot append a ${role} message, which fails the episode: ${found.refusal}`];
    }
    return [
      ...(found.isCut
        ? []
        : [`when a ${role} message follows, the turn ends in plain text, which may merge with it`]),
      ...(found.plainEnd === undefined || promptEnd !== undefined
        ? []
        : [`behind a ${role} message a prompt ${merges(found.plainEnd)}`]),
      ...found.rewrites.map(
        (rewrite) =>
          `when a ${role} message follows, it ${describeRewrite(rewrite)}; ` +
          (history === 'fork' ? FORKED[role] : 'what was sampled is kept'),
      ),
    ];
  });
  return [...(promptEnd === undefined ? [] : [`a prompt ${merges(promptEnd)}`]), ...ofClasses];
}

const BEGINS = 'another sample begins there';
const WAITS = 'what was sampled is kept up to the next user message, where another sample begins';

const FORKED: Readonly<Record<ObservationKind, string>> = {
  user: BEGINS,
  userImage: BEGINS,
  tool: WAITS,
  tools: WAITS,
  toolImage: WAITS,
};

/** The same as an encoder reports it. */
export function reportOf(name: string, findings: Findings): TemplateReport {
  const { classes } = findings;
  const rewrites = sentencesOf(findings, 'keep');
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
