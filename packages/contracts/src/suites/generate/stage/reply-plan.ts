import type { Encoder } from 'slime-sdk';

/** What the policy samples in a turn, before it is known with which ids. */
export interface ReplyPlan {
  text: string;
  /**
   * Which ids say the text: `plain` those of the tokenizer; `split` one character at a time, as no
   * tokenizer would; `cut` with half a character at the end; `special` with the id of a control
   * token in its middle.
   */
  form: 'plain' | 'split' | 'cut' | 'special';
  /** A stop id, another stop id where there is one, or none: then it ends by length. */
  end: 'stop' | 'other_stop' | 'none';
}

/** A letter that byte-level tokenizers need several ids for. */
const RARE_LETTER = '𒀀';

/** Control tokens of common vocabularies that end no turn. */
const CONTROL_TOKENS = [
  '<|im_start|>',
  '<|start_header_id|>',
  '<|begin_of_text|>',
  '<start_of_turn>',
  '<s>',
];

/** Makes ids of plans by an encoder, each plan once. */
export class ReplyWriter {
  readonly #encoder: Encoder;
  readonly #written = new Map<string, Promise<readonly number[]>>();
  #control: Promise<number | null> | undefined;

  constructor(encoder: Encoder) {
    this.#encoder = encoder;
  }

  /** Ids of a plan; at least one. `stopText` stands before the first stop id, and ends the turn. */
  write(plan: ReplyPlan, stopText = ''): Promise<readonly number[]> {
    const key = JSON.stringify([plan.text, plan.form, plan.end, stopText]);
    let ids = this.#written.get(key);
    if (ids === undefined) {
      if (this.#written.size > 5000) this.#written.clear();
      ids = this.#write(plan, stopText);
      this.#written.set(key, ids);
    }
    return ids;
  }

  async #write({ text, form, end }: ReplyPlan, stopText: string): Promise<readonly number[]> {
    const words = await this.#body(text, form);
    if (end === 'stop') words.push(...(await this.#encode(stopText, false)));
    const [stop, other = stop] = this.#encoder.stopIds;
    const last = end === 'stop' ? stop : other;
    if (end !== 'none' && last !== undefined) return [...words, last];
    return words.length > 0 ? words : [...(await this.#encode('a', false))];
  }

  async #body(text: string, form: ReplyPlan['form']): Promise<number[]> {
    if (form === 'split') {
      const ids: number[] = [];
      for (const character of text) ids.push(...(await this.#encode(character, false)));
      return ids;
    }
    if (form === 'special') {
      const half = Math.ceil(text.length / 2);
      const control = await (this.#control ??= this.#findControl());
      return [
        ...(await this.#encode(text.slice(0, half), true)),
        ...(control === null ? [] : [control]),
        ...(await this.#encode(text.slice(half), true)),
      ];
    }
    const ids = [...(await this.#encode(text, true))];
    if (form === 'cut') ids.push(...(await this.#encode(RARE_LETTER, false)).slice(0, -1));
    return ids;
  }

  async #findControl(): Promise<number | null> {
    for (const token of CONTROL_TOKENS) {
      const [id, ...more] = await this.#encode(token, true);
      if (id !== undefined && more.length === 0 && !this.#encoder.stopIds.has(id)) return id;
    }
    return null;
  }

  async #encode(text: string, specials: boolean): Promise<Int32Array> {
    return await this.#encoder.encodeText(text, { specials });
  }
}
