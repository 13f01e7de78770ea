import type { VisionConfig } from '../vision/vision-config.ts';
import type { ByteLevelTokenizer } from './bpe/byte-level-tokenizer.ts';
import type { ChatTemplate } from './jinja/chat-template.ts';

/** What of a checkpoint concerns text and pictures. */
export interface Checkpoint {
  readonly tokenizer: ByteLevelTokenizer;
  /** Undefined when the checkpoint has none. */
  readonly template: ChatTemplate | undefined;
  /** `bos_token` and its like by name, for the template. */
  readonly specials: Readonly<Record<string, string>>;
  readonly stopIds: ReadonlySet<number>;
  readonly vocabSize: number;
  /** The placeholder of a picture. */
  readonly imagePad: string | undefined;
  /** Undefined when the checkpoint takes no pictures. */
  readonly vision: VisionConfig | undefined;
}
