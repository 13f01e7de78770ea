import type { JsonObject } from './json.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { ImageSource, Message, ToolSpec } from './messages.ts';

/** A picture beside its placeholder. */
export interface EncodedImage {
  /** Position of its first pad id in the ids that came with it. */
  offset: number;
  /** Pad ids it stands for: `grid_thw` product / merge². */
  tokens: number;
  /** `[1, height / patch, width / patch]` after the smart resize. */
  grid_thw: readonly [number, number, number];
  /** `data:` URI for the engine. */
  dataUri: string;
  source: ImageSource;
}

/** Ids with their pictures, placeholders expanded. */
export interface Encoded {
  ids: Int32Array;
  images: readonly EncodedImage[];
}

/** What a chat template is given besides the messages. */
export interface TemplateOptions {
  tools?: readonly ToolSpec[];
  kwargs?: JsonObject;
}

/** A text of a chat template, and what stands in its place in a prompt. */
export interface TemplateRewording {
  from: string;
  to: string;
}

/** What stands between the last sampled id and the next thing to sample. */
export interface BridgeRequest extends TemplateOptions {
  /** The observation, whole: a group of tool answers is rendered together. */
  messages: readonly Message[];
  /** The conversation before it, sampled turns included as messages. */
  history: readonly Message[];
  /** Last sampled id; undefined when the turn sampled nothing. */
  lastId: number | undefined;
  /** Ends early what waits for a long text or for pictures. */
  signal?: AbortSignal;
}

/** Which messages a chat template renders append-only, found by a probe at load. */
export interface TemplateReport {
  name: string;
  appendOnly: boolean;
  /** What it rewrites, in one sentence each; empty when append-only. */
  rewrites: readonly string[];
  /** Roles of observations that it cannot append at all; none when absent. */
  refuses?: readonly Message['role'][];
  /** Whether it writes the tools of an episode; it does when absent. */
  printsTools?: boolean;
}

/**
 * Text to ids and back, by a checkpoint's tokenizer and chat template. Text above 256 KB is encoded
 * off the event loop; `signal` ends that early, and the wait for pictures, with its reason.
 *
 * Methods throw {@link EncoderError} for what the template or tokenizer refuses and
 * {@link DataError} for a picture that cannot be read.
 */
export interface Encoder {
  /** Ids that end an assistant turn; the first is the one that the chat template writes. */
  readonly stopIds: ReadonlySet<number>;
  readonly vocabSize: number;
  /** Id of which pictures are made in a prompt; absent where the vocabulary has none. */
  readonly imagePadId?: number | undefined;
  readonly template: TemplateReport;
  /** Encodes a prompt: templated text as it is, messages through the template. */
  encodePrompt(
    prompt: string | readonly Message[],
    options: TemplateOptions & {
      images?: readonly ImageSource[];
      /** Refused with an {@link EncoderError} where the prompt has no such text. */
      reword?: TemplateRewording;
      /**
       * Index of the first message that an episode added: from there on a conversation goes on that was
       * sampled before. No special token comes out of what was observed, as in a bridge, and calls
       * are paired with their answers.
       */
      continuedFrom?: number;
      signal?: AbortSignal;
    },
  ): MaybePromise<Encoded>;
  /** Encodes an observation with all that the template puts around it; no text in it can forge a turn. */
  encodeBridge(request: BridgeRequest): MaybePromise<Encoded>;
  /** Encodes bare text; `specials: false` reads `<|im_end|>` and its like as plain text. */
  encodeText(
    text: string,
    options: { specials: boolean; signal?: AbortSignal },
  ): MaybePromise<Int32Array>;
  /** Decodes; incomplete UTF-8 gives U+FFFD. */
  decode(
    ids: readonly number[] | Int32Array,
    options: { skipSpecialTokens: boolean },
  ): MaybePromise<string>;
  /** Renders messages to text as the chat template would. */
  render(
    messages: readonly Message[],
    options: TemplateOptions & { addGenerationPrompt: boolean },
  ): string;
}
