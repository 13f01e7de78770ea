import { z } from 'zod';
import type { AddedToken } from './added-tokens.ts';
import { type PostProcessing, readPostProcessor } from './post-processor.ts';
import type { SplitSource } from './split-rule.ts';
import { TokenizerError } from './tokenizer-error.ts';
import { normalizeNfc } from './unicode.ts';

/** A byte-level BPE tokenizer as data: what a `tokenizer.json` says, checked. */
export interface TokenizerSpec {
  /** Ids by token, in the byte alphabet. */
  readonly vocab: Readonly<Record<string, number>>;
  /** Pairs to join, first rank first: `"a b"` or `["a", "b"]`. */
  readonly merges: readonly (string | readonly [string, string])[];
  /** A piece that is a token whole is not merged. */
  readonly ignoreMerges: boolean;
  readonly addedTokens: readonly AddedToken[];
  readonly nfc: boolean;
  /** What cuts text into pieces, one after the other. */
  readonly splits: readonly SplitSource[];
  readonly postProcessing: PostProcessing;
}

/** The pattern of a `ByteLevel` pre-tokenizer with `use_regex`. */
const GPT2_PATTERN =
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

const flag = z.boolean().nullish();

const addedTokenSchema = z.object({
  id: z.int().nonnegative(),
  content: z.string().min(1),
  special: z.boolean(),
  normalized: z.boolean(),
  single_word: flag,
  lstrip: flag,
  rstrip: flag,
});

const stepSchema = z.looseObject({ type: z.string() });

const isTable = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const tokenizerSchema = z.object({
  added_tokens: z.array(addedTokenSchema).default([]),
  normalizer: stepSchema.nullish(),
  pre_tokenizer: stepSchema.nullish(),
  post_processor: stepSchema.nullish(),
  decoder: stepSchema.nullish(),
  model: z.object({
    // Checked entry by entry while the tables are built: zod would take longer than the rest.
    vocab: z.custom<Record<string, number>>(isTable, 'expected an object'),
    merges: z.custom<(string | [string, string])[]>(Array.isArray, 'expected an array'),
    dropout: z.number().nullish(),
    continuing_subword_prefix: z.string().nullish(),
    end_of_word_suffix: z.string().nullish(),
    byte_fallback: flag,
    ignore_merges: flag,
  }),
});

/** Old files do not name the model: BPE, as they have merges. */
const modelTypeSchema = z.object({ model: z.object({ type: z.string().default('BPE') }) });

/**
 * Reads a parsed `tokenizer.json`. As in transformers, its `truncation` and `padding` are not
 * followed.
 *
 * @throws TokenizerError that names what is broken or not implemented
 */
export function readTokenizerSpec(json: unknown): TokenizerSpec {
  const typed = modelTypeSchema.safeParse(json);
  if (typed.success && typed.data.model.type !== 'BPE') {
    throw new TokenizerError(`the model ${typed.data.model.type} is not implemented`);
  }
  const parsed = tokenizerSchema.safeParse(json);
  if (!parsed.success) throw new TokenizerError(z.prettifyError(parsed.error));
  const { model, added_tokens, normalizer, pre_tokenizer, post_processor, decoder } = parsed.data;
  refuseModel(model);
  if (!isByteLevelDecoder(decoder)) {
    throw new TokenizerError(`the decoder ${decoder?.type ?? 'null'}, where ByteLevel is known`);
  }
  const nfc = readNormalizer(normalizer);
  return {
    vocab: model.vocab,
    merges: model.merges,
    ignoreMerges: model.ignore_merges === true,
    addedTokens: readAddedTokens(added_tokens, model.vocab, nfc),
    nfc,
    splits: readSplits(pre_tokenizer),
    postProcessing: readPostProcessor(post_processor),
  };
}

function refuseModel(model: z.output<typeof tokenizerSchema>['model']): void {
  const refuse = (what: string) => new TokenizerError(`${what} is not implemented`);
  if (model.byte_fallback === true) throw refuse('byte_fallback');
  if (typeof model.dropout === 'number' && model.dropout !== 0) throw refuse('dropout');
  if ((model.continuing_subword_prefix ?? '') !== '') throw refuse('continuing_subword_prefix');
  if ((model.end_of_word_suffix ?? '') !== '') throw refuse('end_of_word_suffix');
}

type Step = z.output<typeof stepSchema>;

function isByteLevelDecoder(decoder: Step | null | undefined): boolean {
  if (decoder?.type === 'ByteLevel') return true;
  if (decoder?.type !== 'Sequence') return false;
  const steps = z.array(stepSchema).safeParse(decoder['decoders']);
  return steps.success && steps.data.length === 1 && steps.data[0]?.type === 'ByteLevel';
}

function readAddedTokens(
  tokens: readonly z.output<typeof addedTokenSchema>[],
  vocab: Readonly<Record<string, number>>,
  nfc: boolean,
): AddedToken[] {
  const seen = new Set<string>();
  let next = Object.keys(vocab).length;
  return tokens.map(({ id, content, special, normalized, ...token }) => {
    const refuse = (what: string) => new TokenizerError(`the added token ${content} ${what}`);
    if (token.lstrip === true || token.rstrip === true || token.single_word === true) {
      throw refuse('has lstrip, rstrip or single_word, which are not implemented');
    }
    if (seen.has(content)) throw refuse('is there twice');
    seen.add(content);
    // The crate numbers them itself and passes over what the file says.
    const given = Object.hasOwn(vocab, content) ? vocab[content] : next++;
    if (given !== id) throw refuse(`has the id ${id}, where the Rust crate gives it ${given}`);
    if (nfc && normalized && normalizeNfc(content) !== content) {
      throw refuse('is normalized and not in NFC, which is not implemented');
    }
    return { id, content, special, normalized };
  });
}

function sequence(step: Step, key: string): Step[] {
  if (step.type !== 'Sequence') return [step];
  return z.array(stepSchema).parse(step[key]);
}

function readNormalizer(normalizer: Step | null | undefined): boolean {
  if (normalizer === null || normalizer === undefined) return false;
  const steps = sequence(normalizer, 'normalizers');
  for (const step of steps) {
    if (step.type !== 'NFC') {
      throw new TokenizerError(`the normalizer ${step.type} is not implemented`);
    }
  }
  return steps.length > 0;
}

const splitSchema = z.looseObject({
  pattern: z.union([z.object({ Regex: z.string() }), z.object({ String: z.string() })]),
  behavior: z.string(),
  invert: z.boolean(),
});

function readSplits(preTokenizer: Step | null | undefined): SplitSource[] {
  if (preTokenizer === null || preTokenizer === undefined) {
    throw new TokenizerError('a tokenizer without pre_tokenizer is not implemented');
  }
  const steps = sequence(preTokenizer, 'pretokenizers');
  const last = steps.at(-1);
  if (last?.type !== 'ByteLevel') {
    throw new TokenizerError('a pre_tokenizer that does not end in ByteLevel is not implemented');
  }
  return steps.flatMap((step) => readSplit(step, step === last));
}

function readSplit(step: Step, isLast: boolean): SplitSource[] {
  if (step.type === 'ByteLevel' && isLast) {
    if (step['add_prefix_space'] === true) {
      throw new TokenizerError('add_prefix_space is not implemented');
    }
    return step['use_regex'] === false ? [] : [{ regex: GPT2_PATTERN }];
  }
  const split = splitSchema.safeParse(step);
  if (step.type !== 'Split' || !split.success) {
    throw new TokenizerError(`the pre_tokenizer ${step.type} is not implemented`);
  }
  const { pattern, behavior, invert } = split.data;
  if (behavior !== 'Isolated' || invert) {
    throw new TokenizerError(`a Split with behavior ${behavior} or invert is not implemented`);
  }
  return ['Regex' in pattern ? { regex: pattern.Regex } : { text: pattern.String }];
}
