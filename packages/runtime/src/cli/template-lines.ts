import { escapeLines, escapeText, quoteText } from '../observe/escape-text.ts';
import type { ObservationFacts, TemplateFacts } from './template-facts.ts';

const LONGEST = 200;

/** The facts of a template as lines for people. */
export function templateLines(facts: TemplateFacts): string[] {
  const ends = facts.turn_ends.map(({ id, text }) => `${escapeText(text)} (${id})`);
  if (facts.prompt_refusal !== null) {
    return [
      `chat template ${escapeText(facts.name)}`,
      `  prompts            refused: ${escapeLines(facts.prompt_refusal)}`,
      '',
      'No prompt can be rendered: no episode has a turn. Mend the template, or give the variables ' +
        'that it needs with --apply-chat-template-kwargs.',
    ];
  }
  return [
    `chat template ${escapeText(facts.name)}`,
    `  content            ${contentOf(facts)}`,
    ...(facts.prints_tools
      ? []
      : ['  tools              not printed: the policy never reads of the tools of an episode']),
    ...(facts.missing_start === null
      ? []
      : [
          `  prompts            lack ${escapeText(facts.missing_start)} at their start, with which ` +
            'the tokenizer begins a text',
        ]),
    `  turns end with     ${ends.join(', ')}`,
    `  generation prompt  ${quoteText(facts.generation_prompt, LONGEST)}`,
    ...(facts.generation_prefix === ''
      ? []
      : [
          `                     its end ${quoteText(facts.generation_prefix, LONGEST)} begins the ` +
            "turn's message, and counts as prompt",
        ]),
    ...(facts.leading_newline_merges
      ? [
          '                     a turn that begins with a newline keeps its ids; a tokenization of ' +
            'the whole text would merge it',
        ]
      : []),
    ...(facts.plain_end === null
      ? []
      : [
          `                     a prompt ends in plain text, ${quoteText(facts.plain_end, LONGEST)}, ` +
            'which may merge with a turn',
        ]),
    ...facts.observations.flatMap((observation) => ['', ...observationLines(observation)]),
    '',
    summaryOf(facts),
  ];
}

function contentOf({ content }: TemplateFacts): string {
  const shapes = [...(content.strings ? ['strings'] : []), ...(content.parts ? ['parts'] : [])];
  const pictures = { template: ', pictures', text: ', pictures as text' };
  return `${shapes.join(' and ')}${content.pictures === null ? '' : pictures[content.pictures]}`;
}

function observationLines(observation: ObservationFacts): string[] {
  const { kind, refusal, tail, rewrites, behind, depends_on: dependsOn } = observation;
  if (refusal !== null) {
    return [
      `${kind}: cannot be appended`,
      `  ${escapeLines(refusal)}`,
      `  -> ${observation.action}`,
    ];
  }
  return [
    `${kind}: appended behind the turn's ${behind.join(' or its ')}`,
    `  writes ${quoteText(tail ?? '', LONGEST)}`,
    ...(dependsOn.length === 0
      ? []
      : [
          `  depends on the ${dependsOn.map((what) => (what === 'ids' ? 'ids of calls' : what)).join(' and the ')}`,
        ]),
    ...parserLines(observation),
    ...(observation.names_need_ids
      ? [
          '  finds the names of calls by ids: an answer has none where neither it nor its call has an ' +
            'id, and of the parsers only kimi_k2 reads ids',
        ]
      : []),
    ...(observation.begins_with_token
      ? []
      : ['  begins in plain text, which may merge with the turn']),
    ...(observation.plain_end === null
      ? []
      : ['  ends in plain text, which may merge with the next turn']),
    ...rewrites.flatMap(({ text, where, appended, rendered }) =>
      where === 'refused'
        ? [`  ${text}`, `    says      ${escapeLines(rendered)}`]
        : [
            `  ${text}`,
            `    appended  ${quoteText(appended, LONGEST)}`,
            `    rendered  ${quoteText(rendered, LONGEST)}`,
          ],
    ),
    `  -> ${observation.action}`,
  ];
}

/** Calls are only known where a parser reads them. */
function parserLines({ call_parsers: parsers }: ObservationFacts): string[] {
  if (parsers === null) return [];
  return [
    parsers.length > 0
      ? `  needs the calls to be read: --sglang-tool-call-parser ${parsers.join(' or ')}`
      : '  needs the calls to be read by --sglang-tool-call-parser, and none of its parsers reads ' +
        'them as the template writes them',
  ];
}

function summaryOf(facts: TemplateFacts): string {
  const { append_only: appendOnly, observations } = facts;
  if (appendOnly)
    return 'Appends only: a sample is a full rendering of its conversation, id by id.';
  if (observations.every(({ appended }) => !appended)) {
    return 'No observation can be appended: an episode has one turn at most.';
  }
  const appended = observations.filter((observation) => observation.appended);
  if (appended.every(({ rewrites }) => rewrites.length === 0)) {
    const start = 'Where it can append, it only appends: the sample is a full rendering';
    const isWhole = appended.every((one) => one.begins_with_token && one.plain_end === null);
    return isWhole && facts.plain_end === null
      ? `${start}, id by id.`
      : `${start} as text; where plain text meets a turn, a tokenization of the whole may have ` +
          'other ids than those that were sampled and read, which are kept.';
  }
  return (
    'Does not only append: where it differs, a sample holds what was sampled and what the policy ' +
    'read, not what a full rendering would write. --template-history fork begins a sample anew ' +
    'at a user message instead.'
  );
}
