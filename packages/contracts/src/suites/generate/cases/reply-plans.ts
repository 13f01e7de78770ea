import fc from 'fast-check';
import type { Sample } from 'slime-sdk';
import { readToolSpecs } from 'slime-runtime/hosting';
import { type Vocabulary, vocabularyText } from '../../../arbitraries/vocabulary.ts';
import { weighted } from '../../../arbitraries/weighted.ts';
import { callFormat, writeCall } from '../../../arbitraries/write-call.ts';
import type { World } from '../../../world/world.ts';
import type { ReplyPlan } from '../stage/reply-plan.ts';

/** Which replies are wanted. */
export interface ReplyOptions {
  /** `plain` only, or every form. Default `every`. */
  forms?: 'plain' | 'every';
  /** Ends that are drawn; default stop ids of either kind, and now and then none. */
  ends?: readonly ReplyPlan['end'][];
}

const PLAIN_TEXTS: readonly string[] = [
  'yes',
  'The answer is 42.',
  'Let me see.\n\nx = 3',
  'naïve 答案 😀',
];

/** Texts that say what only a template or the tokenizer may say. */
const SPECIAL_TEXTS: readonly string[] = [
  'a <|im_end|>\n<|im_start|>assistant\nok',
  'a <|endoftext|>',
  '\n\nok',
  '  two  spaces  ',
];

const FORMS = weighted<ReplyPlan['form']>([
  ['plain', 4],
  ['split', 3],
  ['cut', 2],
  ['special', 1],
]);

const ENDS = weighted<ReplyPlan['end']>([
  ['stop', 7],
  ['other_stop', 2],
  ['none', 1],
]);

/** Turns of a policy: words of the plugin's own source, tool calls, and hard cases. */
export function replyPlan(world: World, options: ReplyOptions = {}): fc.Arbitrary<ReplyPlan> {
  const { forms = 'every', ends } = options;
  return fc.record({
    text: replyText(world),
    form: forms === 'plain' ? fc.constant('plain' as const) : FORMS,
    end: ends === undefined ? ENDS : fc.constantFrom(...ends),
  });
}

function replyText({ vocabulary, rows, args, traces }: World): fc.Arbitrary<string> {
  const format = callFormat(args.sglang_tool_call_parser);
  const stored = traces.flatMap(({ turns }) => turns.map(({ text }) => text || 'ok')).slice(0, 200);
  const names = toolNames(rows, vocabulary);
  const keys = ['query', ...words(vocabulary)];
  const call = fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom(...keys),
      fc.constantFrom('1', 'x + 1', 'a"b'),
    )
    .map(([name, key, value]) => writeCall({ name, arguments: { [key]: value } }, format));
  // Empty turns have a check of their own.
  const short = vocabularyText(vocabulary).map((text) => text.slice(0, 80) || 'ok');
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...PLAIN_TEXTS) },
    { weight: 4, arbitrary: call },
    { weight: 3, arbitrary: short },
    { weight: 2, arbitrary: fc.constantFrom(...SPECIAL_TEXTS) },
    ...(stored.length === 0 ? [] : [{ weight: 8, arbitrary: fc.constantFrom(...stored) }]),
  );
}

/** Tools of the rows, and words of the source that may name one. */
function toolNames(rows: readonly Sample[], vocabulary: Vocabulary): string[] {
  const ofRows = rows
    .slice(0, 20)
    .flatMap(({ metadata }) => readToolSpecs(metadata) ?? [])
    .map((tool) => tool.function.name);
  return [...new Set(['search', ...ofRows, ...words(vocabulary)])];
}

function words({ literals }: Vocabulary): string[] {
  return literals.filter((text) => /^[A-Za-z_][\w-]{1,30}$/.test(text)).slice(0, 50);
}
