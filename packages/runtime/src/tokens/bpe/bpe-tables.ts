import type { AddedToken } from './added-tokens.ts';
import { byteCharacters, isInByteAlphabet } from './byte-alphabet.ts';
import { MergeTable } from './merge-table.ts';
import type { SplitSource } from './split-rule.ts';
import { type TokenTable, tokenTable } from './token-bytes.ts';
import { TokenIndex } from './token-index.ts';
import { TokenizerError } from './tokenizer-error.ts';
import type { TokenizerSpec } from './tokenizer-spec.ts';

/**
 * A tokenizer laid out for encoding. What is large is shared memory, so that a thread can have it
 * without a copy.
 */
export interface BpeTables {
  readonly nfc: boolean;
  readonly splits: readonly SplitSource[];
  readonly addedTokens: readonly AddedToken[];
  /** The id of each byte. */
  readonly byteIds: Int32Array;
  /** Cells of the {@link MergeTable}. */
  readonly merges: Int32Array;
  readonly tokens: TokenTable;
  /** Slots of the {@link TokenIndex} of pieces that are not merged. */
  readonly wholePieces: Int32Array | undefined;
}

/** @throws TokenizerError when vocabulary and merges do not belong together */
export function bpeTables(spec: TokenizerSpec): BpeTables {
  const { nfc, splits, addedTokens } = spec;
  const vocab = new Map(Object.entries(spec.vocab));
  const tokens = tokenTable(vocab, addedTokens);
  const byteIds = Int32Array.from(byteCharacters, (character) => {
    const id = vocab.get(character);
    if (id === undefined) throw new TokenizerError('the vocabulary lacks a byte');
    return id;
  });
  return {
    nfc,
    splits,
    addedTokens,
    byteIds,
    merges: mergeTable(spec.merges, vocab).cells,
    tokens,
    wholePieces: spec.ignoreMerges
      ? TokenIndex.of(tokens, idsOfPieces(vocab, addedTokens)).slots
      : undefined,
  };
}

/** Added tokens come out of text only where they are looked for. */
function idsOfPieces(
  vocab: ReadonlyMap<string, number>,
  addedTokens: readonly AddedToken[],
): number[] {
  const added = new Set(addedTokens.map(({ id }) => id));
  return [...vocab].flatMap(([token, id]) => (added.has(id) || !isInByteAlphabet(token) ? [] : id));
}

function mergeTable(
  merges: TokenizerSpec['merges'],
  vocab: ReadonlyMap<string, number>,
): MergeTable {
  const table = MergeTable.withRoomFor(merges.length);
  for (const [rank, merge] of merges.entries()) {
    const [left = '', right = ''] = typeof merge === 'string' ? merge.split(' ') : merge;
    const [a, b, merged] = [vocab.get(left), vocab.get(right), vocab.get(left + right)];
    if (a === undefined || b === undefined || merged === undefined) {
      throw new TokenizerError(`merge ${rank} (${left} ${right}) is not in the vocabulary`);
    }
    table.add(a, b, rank, merged);
  }
  return table;
}
