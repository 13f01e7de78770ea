import type { Encoder, JsonObject } from 'slime-sdk';
import { PictureReader } from '../vision/picture-reader.ts';
import type { PictureBackend } from '../vision/vision-config.ts';
import { builtinCheckpoint } from './builtin-checkpoint.ts';
import { readChatTemplateFile } from './chat-template-file.ts';
import { ChatEncoder } from './chat-encoder.ts';
import type { Checkpoint } from './checkpoint.ts';
import { ConversationTemplate } from './conversation-template.ts';
import type { LocalTime } from './jinja/local-time.ts';
import { loadCheckpoint } from './load-checkpoint.ts';
import { missingStart } from './start-token.ts';

/** The argument of {@link loadEncoder}. */
export interface EncoderOptions {
  /** A checkpoint's folder; null for the built-in byte-level ChatML tokenizer. */
  checkpoint: string | null;
  /** Template variables of every rendering, as `--apply-chat-template-kwargs`. */
  templateKwargs?: JsonObject;
  /** A file in the place of the checkpoint's template, as `--chat-template`; null for its own. */
  chatTemplate?: string | null;
  /**
   * The clock of a template's `strftime_now`; default the machine's, with which prompts of one
   * encoder change at midnight. A `Date` is one.
   */
  now?: () => LocalTime;
  /** Where relative paths of pictures begin; default the working directory. */
  baseDir?: string;
  /** Whose bytes resized pictures have, as `--picture-backend`; default `pil`. */
  pictureBackend?: PictureBackend;
  /** Told what a run will lack, such as a BOS or tensors of pictures; default nobody. */
  warn?: (message: string) => void;
}

/** The argument of {@link builtinEncoder}. */
export interface BuiltinEncoderOptions extends Omit<
  EncoderOptions,
  'checkpoint' | 'chatTemplate' | 'pictureBackend' | 'warn'
> {
  /** Another chat template (Jinja) than ChatML, with a name for reports. */
  template?: { name: string; source: string };
}

/**
 * Loads the tokenizer and chat template of a checkpoint, and probes what the template does with
 * growing conversations.
 *
 * @throws EncoderError that names the file, or the template and its line, and what to do
 */
export function loadEncoder(options: EncoderOptions): Promise<Encoder> {
  return loadChatEncoder(options);
}

/** The same, with what a probe found out about its chat template. */
export async function loadChatEncoder(options: EncoderOptions): Promise<ChatEncoder> {
  const { checkpoint: folder, chatTemplate: file = null, pictureBackend, now } = options;
  const given = file === null ? undefined : await readChatTemplateFile(file, now);
  const own =
    folder === null
      ? builtinCheckpoint(undefined, now)
      : await loadCheckpoint(folder, { pictureBackend, given, now });
  return encoderOf(given === undefined ? own : { ...own, template: given }, options);
}

/**
 * The encoder that needs no files: one id a byte, ChatML or the template given.
 *
 * @throws EncoderError when the template does not compile
 */
export function builtinEncoder(options: BuiltinEncoderOptions = {}): Encoder {
  return encoderOf(builtinCheckpoint(options.template, options.now), options);
}

function encoderOf(
  checkpoint: Checkpoint,
  { templateKwargs = {}, baseDir = process.cwd(), ...options }: Partial<EncoderOptions>,
): ChatEncoder {
  const { template } = checkpoint;
  const conversation =
    template === undefined
      ? undefined
      : new ConversationTemplate(checkpoint, template, templateKwargs);
  if (conversation?.missingStart !== undefined) {
    options.warn?.(missingStart(conversation.report.name, conversation.missingStart));
  }
  const pictures = new PictureReader(checkpoint.vision, baseDir, () =>
    options.warn?.(withoutProcessor(options.checkpoint ?? 'the checkpoint')),
  );
  return new ChatEncoder(checkpoint, conversation, pictures);
}

function withoutProcessor(folder: string): string {
  return (
    `${folder} has no preprocessor_config.json (nor image_processor in a processor_config.json), ` +
    'and there are pictures: their tokens are counted as Qwen2.5-VL counts them, which another ' +
    'engine may not do, and no pixel_values and image_grid_thw are written, so that a trainer ' +
    'sees no picture. Download the file with the checkpoint'
  );
}
