import {
  type BridgeRequest,
  type Encoded,
  type Encoder,
  EncoderError,
  type ImageSource,
  type MaybePromise,
  type Message,
  type TemplateOptions,
  type TemplateReport,
  type TemplateRewording,
} from 'slime-sdk';
import { expandImages } from '../vision/expand-images.ts';
import { assertBounds } from '../vision/picture-bounds.ts';
import type { PictureReader, PictureRequest } from '../vision/picture-reader.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { ConversationTemplate } from './conversation-template.ts';
import type { GuardedText } from './text-guard.ts';
import type { Tokenizer } from './tokenizer.ts';
import { whenReady } from './when-ready.ts';

/** The {@link Encoder} of a checkpoint. */
export class ChatEncoder implements Encoder {
  readonly stopIds: ReadonlySet<number>;
  readonly vocabSize: number;
  readonly imagePadId: number | undefined;
  readonly template: TemplateReport;
  readonly #tokenizer: Tokenizer;
  readonly #conversation: ConversationTemplate | undefined;
  readonly #pictures: PictureReader;
  /** Tokens that may end a turn. A newline at the end of a turn is no end, whatever follows. */
  readonly #endIds: ReadonlySet<number>;

  /**
   * @param conversation undefined when the checkpoint has no chat template
   * @param pictures reads those of prompts and observations
   */
  constructor(
    checkpoint: Checkpoint,
    conversation: ConversationTemplate | undefined,
    pictures: PictureReader,
  ) {
    const { tokenizer, stopIds, vocabSize, imagePlaceholder } = checkpoint;
    this.stopIds = stopIds;
    this.vocabSize = vocabSize;
    this.#tokenizer = tokenizer;
    this.#conversation = conversation;
    this.template = conversation?.report ?? { name: '(none)', appendOnly: true, rewrites: [] };
    this.#pictures = pictures;
    const added = tokenizer.addedTokens.filter(({ content }) => content.trim() !== '');
    this.#endIds = new Set([...stopIds, ...added.map(({ id }) => id)]);
    this.imagePadId = tokenizer.addedTokens.find(
      ({ content }) => content === imagePlaceholder?.pad,
    )?.id;
  }

  encodePrompt(
    prompt: string | readonly Message[],
    options: TemplateOptions & {
      images?: readonly ImageSource[];
      reword?: TemplateRewording;
      signal?: AbortSignal;
    },
  ): MaybePromise<Encoded> {
    const { signal } = options;
    const given = (options.images ?? []).map((source): PictureRequest => ({ source }));
    if (typeof prompt === 'string') {
      if (options.reword !== undefined) {
        throw new EncoderError('a prompt that is text already has no words of a chat template');
      }
      const ids = this.#tokenizer.encode(prompt, { specials: true, signal });
      return whenReady(ids, (encoded) => this.#withPictures(encoded, given, signal));
    }
    const requests = pictureRequests(prompt);
    if (given.length > 0 && given.length !== requests.length) {
      throw new EncoderError(
        `the prompt's messages hold ${requests.length} pictures, ${given.length} are given with ` +
          'it: put each picture in a message as an image part',
      );
    }
    const ids = this.#encode(this.#messages.prompt(prompt, options), signal);
    return whenReady(ids, (encoded) => this.#withPictures(encoded, requests, signal));
  }

  encodeBridge(request: BridgeRequest): MaybePromise<Encoded> {
    const { messages, lastId, signal } = request;
    return whenReady(this.#encode(this.#messages.bridge(request), signal), (ids) => {
      const [first] = ids;
      const isRepeated = first !== undefined && first === lastId && this.#endIds.has(first);
      const next = isRepeated ? ids.subarray(1) : ids;
      return this.#withPictures(next, pictureRequests(messages), signal);
    });
  }

  encodeText(
    text: string,
    { specials, signal }: { specials: boolean; signal?: AbortSignal },
  ): MaybePromise<Int32Array> {
    return this.#tokenizer.encode(text, { specials, signal });
  }

  decode(
    ids: readonly number[] | Int32Array,
    { skipSpecialTokens }: { skipSpecialTokens: boolean },
  ): MaybePromise<string> {
    return this.#tokenizer.decode(ids, skipSpecialTokens);
  }

  render(
    messages: readonly Message[],
    options: TemplateOptions & { addGenerationPrompt: boolean },
  ): string {
    return this.#messages.render(messages, options);
  }

  /** Undefined when the checkpoint has no chat template. */
  get conversation(): ConversationTemplate | undefined {
    return this.#conversation;
  }

  get #messages(): ConversationTemplate {
    if (this.#conversation === undefined) {
      throw new EncoderError(
        'the checkpoint has no chat template, so messages cannot be rendered: put a ' +
          'chat_template.jinja beside its tokenizer.json, or give the prompt as templated text',
      );
    }
    return this.#conversation;
  }

  #encode({ text, cuts }: GuardedText, signal?: AbortSignal): MaybePromise<Int32Array> {
    return this.#tokenizer.encode(text, { specials: true, cuts, signal });
  }

  #withPictures(
    ids: Int32Array,
    requests: readonly PictureRequest[],
    signal: AbortSignal | undefined,
  ): MaybePromise<Encoded> {
    const padId = this.imagePadId;
    const pictures = this.#pictures;
    if (padId === undefined) {
      if (requests.length === 0) return { ids, images: [] };
      throw new EncoderError('the checkpoint takes no pictures: its vocabulary has no image token');
    }
    if (requests.length === 0) return expandImages(ids, padId, []);
    return Promise.all(requests.map((request) => pictures.read(request, signal))).then((read) =>
      expandImages(ids, padId, read),
    );
  }
}

function pictureRequests(messages: readonly Message[]): PictureRequest[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => {
          if (part.type !== 'image') return [];
          assertBounds(part);
          return [{ source: part.image, minPixels: part.min_pixels, maxPixels: part.max_pixels }];
        }),
  );
}
