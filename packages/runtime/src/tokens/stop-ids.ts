import { EncoderError } from 'slime-sdk';
import type { Tokenizer } from './tokenizer.ts';

/** An `eos_token_id` as a file has it: an id, a list of ids, or none. */
export interface StopSource {
  readonly file: string;
  readonly value: unknown;
}

/** What names the ends of a turn. */
export interface StopSources {
  readonly tokenizer: Tokenizer;
  /** `tokenizer_config.json`, with its `eos_token`. */
  readonly config: { readonly file: string; readonly eosToken: string | null | undefined };
  readonly generation: StopSource;
  readonly model: StopSource;
  readonly vocabSize: number;
}

/**
 * Ids that end a turn: those that SGLang stops at. The tokenizer's own comes first, which is what
 * the chat template writes after a turn.
 *
 * @throws EncoderError that names the file and the value that is no token's id
 */
export function readStopIds(sources: StopSources): ReadonlySet<number> {
  const { tokenizer, config, generation, model, vocabSize } = sources;
  const ids = new Set<number>();
  if (typeof config.eosToken === 'string') {
    const token = tokenizer.addedTokens.find(({ content }) => content === config.eosToken);
    if (token === undefined) {
      throw new EncoderError(
        `the eos_token ${config.eosToken} of ${config.file} is no added token of tokenizer.json: ` +
          'the two files are of different checkpoints',
      );
    }
    ids.add(token.id);
  }
  for (const source of [generation, model]) {
    for (const id of idsOf(source, vocabSize)) ids.add(id);
  }
  if (ids.size > 0) return ids;
  throw new EncoderError(
    `no end of a turn is named: put eos_token into ${config.file} or eos_token_id into ` +
      generation.file,
  );
}

function idsOf({ file, value }: StopSource, vocabSize: number): number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value ?? []].flat();
  return list.map((id) => {
    if (typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < vocabSize) return id;
    throw new EncoderError(
      `${file} (eos_token_id): ${JSON.stringify(id)} is no id of a token; ids are whole numbers ` +
        `from 0 to ${vocabSize - 1}. No policy would sample it, so that no turn would end there: ` +
        "correct it, or take the file of this checkpoint's tokenizer.json",
      { data: { file } },
    );
  });
}
