import { z } from 'zod';
import { TokenizerError } from './tokenizer-error.ts';

/** What a tokenizer does with the ids of a whole text. */
export interface PostProcessing {
  /** Takes white space off the offsets, once for each step that does. */
  readonly trims: readonly {
    /** Whether one space at the very start is taken for an added one and stays. */
    readonly keepsFirstSpace: boolean;
  }[];
  /** Added with `addSpecialTokens`. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const NOTHING: PostProcessing = { trims: [], before: [], after: [] };

const stepSchema = z.looseObject({ type: z.string() });

const byteLevelSchema = z.object({ add_prefix_space: z.boolean(), trim_offsets: z.boolean() });

const templateSchema = z.object({
  single: z.array(
    z.union([
      z.object({ SpecialToken: z.object({ id: z.string() }) }),
      z.object({ Sequence: z.object({ id: z.literal('A') }) }),
    ]),
  ),
  special_tokens: z.record(z.string(), z.object({ ids: z.array(z.int()) })),
});

/**
 * Reads the `post_processor` of a `tokenizer.json`: none, ByteLevel, TemplateProcessing, or the
 * two one after the other.
 *
 * @throws TokenizerError for any other
 */
export function readPostProcessor(step: unknown): PostProcessing {
  if (step === null || step === undefined) return NOTHING;
  const { type, ...rest } = stepSchema.parse(step);
  if (type === 'ByteLevel') {
    const { add_prefix_space, trim_offsets } = byteLevelSchema.parse(rest);
    return trim_offsets ? { ...NOTHING, trims: [{ keepsFirstSpace: add_prefix_space }] } : NOTHING;
  }
  if (type === 'TemplateProcessing') return readTemplate(rest);
  if (type !== 'Sequence') throw refused(type);
  const steps = z.array(z.unknown()).parse(rest['processors']).map(readPostProcessor);
  const adding = steps.filter(({ before, after }) => before.length + after.length > 0);
  const [last] = adding;
  if (adding.length > 1 || (last !== undefined && last !== steps.at(-1))) {
    throw refused('Sequence with a step after TemplateProcessing');
  }
  return {
    trims: steps.flatMap(({ trims }) => trims),
    before: last?.before ?? [],
    after: last?.after ?? [],
  };
}

function readTemplate(step: unknown): PostProcessing {
  const parsed = templateSchema.safeParse(step);
  if (!parsed.success) throw refused('TemplateProcessing of this form');
  const { single, special_tokens } = parsed.data;
  const idsOf = (pieces: typeof single) =>
    pieces.flatMap((piece) =>
      'SpecialToken' in piece ? (special_tokens[piece.SpecialToken.id]?.ids ?? []) : [],
    );
  const at = single.findIndex((piece) => 'Sequence' in piece);
  if (at < 0 || single.filter((piece) => 'Sequence' in piece).length > 1) {
    throw refused('TemplateProcessing of this form');
  }
  return { trims: [], before: idsOf(single.slice(0, at)), after: idsOf(single.slice(at + 1)) };
}

function refused(what: string): TokenizerError {
  return new TokenizerError(`the post_processor ${what} is not implemented`);
}
