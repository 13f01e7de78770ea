import { z } from 'zod';

const flag = z.boolean().default(false);

const isVocab = (value: unknown) => typeof value === 'object' && value !== null;

/** What of a `tokenizer.json` is looked at before the binding reads it; the rest goes through. */
export const rustTokenizerSchema = z.looseObject({
  added_tokens: z
    .array(
      z.looseObject({
        content: z.string(),
        special: flag,
        normalized: flag,
        single_word: flag,
        lstrip: flag,
        rstrip: flag,
      }),
    )
    .default([]),
  normalizer: z.unknown(),
  decoder: z.unknown(),
  model: z.looseObject({
    /** Ids by token; of Unigram, tokens with their scores, in order of their ids. */
    vocab: z.custom<Record<string, number> | [string, number][]>(isVocab, 'expected a vocabulary'),
    /** Of BPE. */
    merges: z.custom<(string | [string, string])[]>(Array.isArray, 'expected an array').optional(),
    ignore_merges: z.boolean().nullish(),
    unk_token: z.string().nullish(),
    continuing_subword_prefix: z.string().nullish(),
  }),
});

export type RustTokenizerJson = z.output<typeof rustTokenizerSchema>;
