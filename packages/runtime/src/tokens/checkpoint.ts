import type { ImageProcessor } from '../vision/image-processor.ts';
import type { ChatTemplate } from './jinja/chat-template.ts';
import type { Tokenizer } from './tokenizer.ts';

/** What of a checkpoint concerns text and pictures. */
export interface Checkpoint {
  readonly tokenizer: Tokenizer;
  /** Undefined when the checkpoint has none. */
  readonly template: ChatTemplate | undefined;
  /** `bos_token` and its like by name, for the template. */
  readonly specials: Readonly<Record<string, string>>;
  readonly stopIds: ReadonlySet<number>;
  readonly vocabSize: number;
  /** Text of the token that the tokenizer begins every text with; absent where it has none. */
  readonly startToken?: string | undefined;
  /** The token that stands for a picture, and the text around it that marks it as one. */
  readonly imagePlaceholder: { readonly pad: string; readonly text: string } | undefined;
  readonly vision: ImageProcessor;
}
