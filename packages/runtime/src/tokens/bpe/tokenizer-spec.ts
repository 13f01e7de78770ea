import { z } from 'zod';
import type { AddedToken } from './added-tokens.ts';
import { escapeRegExp } from './added-tokens.ts';
import { type PropertyMode, splitPattern } from './split-pattern.ts';
import { TokenizerError } from './tokenizer-error.ts';

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
  /** Patterns that cut text into pieces, one after the other. */
  readonly splits: readonly SplitRule[];
}

/** One splitting step, for each way that Unicode properties can be written. */
export type SplitRule = Readonly<Record<PropertyMode, RegExp>>;

/** The pattern of a `ByteLevel` pre-tokenizer with `use_regex`. */
const GPT2_PATTERN =
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/** Makes a splitting step out of an Oniguruma pattern. */
export function splitRule(pattern: string): SplitRule {
  return {
    ascii: splitPattern(pattern, 'ascii'),
    native: splitPattern(pattern, 'native'),
    table: splitPattern(pattern, 'table'),
  };
}

function literalRule(text: string): SplitRule {
  const literal = escapeRegExp(text);
  return {
    ascii: new RegExp(literal, 'g'),
    native: new RegExp(literal, 'gu'),
    table: new RegExp(literal, 'gu'),
  };
}

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
  decoder: stepSchema.nullish(),
  model: z.object({
    type: z.string().optional(),
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

/**
 * Reads a parsed `tokenizer.json`.
 *
 * @throws TokenizerError that names what is broken or not implemented
 */
export function readTokenizerSpec(json: unknown): TokenizerSpec {
  const parsed = tokenizerSchema.safeParse(json);
  if (!parsed.success) throw new TokenizerError(z.prettifyError(parsed.error));
  const { model, added_tokens, normalizer, pre_tokenizer, decoder } = parsed.data;
  refuseModel(model);
  if (!isByteLevelDecoder(decoder)) {
    throw new TokenizerError(`the decoder ${decoder?.type ?? 'null'}, where ByteLevel is known`);
  }
  return {
    vocab: model.vocab,
    merges: model.merges,
    ignoreMerges: model.ignore_merges === true,
    addedTokens: added_tokens.map(readAddedToken),
    nfc: readNormalizer(normalizer),
    splits: readSplits(pre_tokenizer),
  };
}

function refuseModel(model: z.output<typeof tokenizerSchema>['model']): void {
  const refuse = (what: string) => new TokenizerError(`${what} is not implemented`);
  if (model.type !== undefined && model.type !== 'BPE') throw refuse(`the model ${model.type}`);
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

function readAddedToken(token: z.output<typeof addedTokenSchema>): AddedToken {
  if (token.lstrip === true || token.rstrip === true || token.single_word === true) {
    throw new TokenizerError(
      `the added token ${token.content} has lstrip, rstrip or single_word, which are not implemented`,
    );
  }
  const { id, content, special, normalized } = token;
  return { id, content, special, normalized };
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

function readSplits(preTokenizer: Step | null | undefined): SplitRule[] {
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

function readSplit(step: Step, isLast: boolean): SplitRule[] {
  if (step.type === 'ByteLevel' && isLast) {
    if (step['add_prefix_space'] === true) {
      throw new TokenizerError('add_prefix_space is not implemented');
    }
    return step['use_regex'] === false ? [] : [splitRule(GPT2_PATTERN)];
  }
  const split = splitSchema.safeParse(step);
  if (step.type !== 'Split' || !split.success) {
    throw new TokenizerError(`the pre_tokenizer ${step.type} is not implemented`);
  }
  const { pattern, behavior, invert } = split.data;
  if (behavior !== 'Isolated' || invert) {
    throw new TokenizerError(`a Split with behavior ${behavior} or invert is not implemented`);
  }
  return ['Regex' in pattern ? splitRule(pattern.Regex) : literalRule(pattern.String)];
}
