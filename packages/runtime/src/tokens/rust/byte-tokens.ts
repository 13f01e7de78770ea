import { z } from 'zod';
import type { AddedToken } from '../bpe/added-tokens.ts';
import type { RustTokenizerJson } from './rust-tokenizer-json.ts';

/** A decoder, and those that it is a sequence of. */
const decoderSchema = z.looseObject({
  type: z.string(),
  decoders: z.array(z.looseObject({ type: z.string() })).optional(),
});

const BYTE = /^<0x([\da-f]{2})>$/i;

/** Bytes by the ids that `byte_fallback` writes them with; empty where the decoder reads none. */
export function byteTokens(
  { decoder, model: { vocab } }: RustTokenizerJson,
  added: readonly AddedToken[],
): ReadonlyMap<number, number> {
  const parsed = decoderSchema.safeParse(decoder);
  const steps = parsed.success ? [parsed.data, ...(parsed.data.decoders ?? [])] : [];
  const bytes = new Map<number, number>();
  if (!steps.some(({ type }) => type === 'ByteFallback')) return bytes;
  const note = (token: string, id: number): void => {
    const byte = BYTE.exec(token)?.[1];
    if (byte !== undefined) bytes.set(id, Number.parseInt(byte, 16));
  };
  if (Array.isArray(vocab)) for (const [id, [token]] of vocab.entries()) note(token, id);
  else for (const [token, id] of Object.entries(vocab)) note(token, id);
  for (const { content, id } of added) note(content, id);
  return bytes;
}
