import { stat } from 'node:fs/promises';
import path from 'node:path';
import { EncoderError } from 'slime-sdk';
import { z } from 'zod';
import { readImageProcessor } from '../vision/image-processor.ts';
import type { PictureBackend } from '../vision/vision-config.ts';
import type { Checkpoint } from './checkpoint.ts';
import { readCheckpointJson, readCheckpointText } from './checkpoint-files.ts';
import { checkpointTemplate } from './checkpoint-template.ts';
import type { ChatTemplate } from './jinja/chat-template.ts';
import type { LocalTime } from './jinja/local-time.ts';
import { loadTokenizer } from './load-tokenizer.ts';
import { readStartToken } from './start-token.ts';
import { readStopIds } from './stop-ids.ts';
import type { Tokenizer } from './tokenizer.ts';

/** A special token in `tokenizer_config.json`: its text, or an object that has it. */
const tokenSchema = z
  .union([z.string(), z.object({ content: z.string() }).transform(({ content }) => content)])
  .nullish();

const specialTokensSchema = z.looseObject({
  bos_token: tokenSchema,
  eos_token: tokenSchema,
  pad_token: tokenSchema,
  unk_token: tokenSchema,
  cls_token: tokenSchema,
  sep_token: tokenSchema,
  mask_token: tokenSchema,
  extra_special_tokens: z
    .union([z.record(z.string(), tokenSchema), z.array(z.unknown()).transform(() => ({}))])
    .nullish(),
});

type SpecialTokens = z.output<typeof specialTokensSchema>;

const tokenizerConfigSchema = specialTokensSchema.extend({
  image_token: tokenSchema,
  add_bos_token: z.boolean().nullish().catch(undefined),
  chat_template: z
    .union([z.string(), z.array(z.object({ name: z.string(), template: z.string() }))])
    .nullish(),
});

type TokenizerConfig = z.output<typeof tokenizerConfigSchema>;

const generationConfigSchema = z.looseObject({ eos_token_id: z.unknown().optional() });

const modelConfigSchema = z.looseObject({
  eos_token_id: z.unknown().optional(),
  model_type: z.string().nullish(),
  vocab_size: z.int().positive().nullish(),
  text_config: z.looseObject({ vocab_size: z.int().positive().nullish() }).nullish(),
});

/** Understood by the room that makes pictures, when it comes to pictures. */
const imageProcessorSchema = z.record(z.string(), z.unknown());

/** Newer checkpoints keep the image processor inside the processor's file. */
const processorConfigSchema = z.looseObject({
  processor_class: z.string().nullish(),
  image_processor: imageProcessorSchema.nullish(),
});

const templateFileSchema = z.object({ chat_template: z.string() });

/** What is taken of a checkpoint's templates and pictures, where that is not its own to say. */
export interface CheckpointOptions {
  /** Default `pil`. */
  pictureBackend?: PictureBackend | undefined;
  /** A template in the place of all of the checkpoint's, which are not looked at then. */
  given?: ChatTemplate | undefined;
  /** The clock of `strftime_now`; default the machine's. */
  now?: (() => LocalTime) | undefined;
}

/**
 * Reads a checkpoint's folder as Hugging Face lays it out: `tokenizer.json`,
 * `tokenizer_config.json`, and where there are `chat_template.jinja` (else `chat_template` in
 * `tokenizer_config.json`, else `chat_template.json`), `generation_config.json`, `config.json`,
 * `preprocessor_config.json` (else `image_processor` in `processor_config.json`).
 *
 * @throws EncoderError that names the file, what is wrong with it and what to do
 */
export async function loadCheckpoint(
  folder: string,
  { pictureBackend = 'pil', given, now }: CheckpointOptions,
): Promise<Checkpoint> {
  await requireFolder(folder);
  const tokenizer = await loadTokenizer(folder);
  assertNoForgery(folder, tokenizer);
  const [config, tokenMap, generation, model, preprocessor, processor, template] =
    await Promise.all([
      readCheckpointJson(folder, 'tokenizer_config.json', tokenizerConfigSchema),
      readCheckpointJson(folder, 'special_tokens_map.json', specialTokensSchema),
      readCheckpointJson(folder, 'generation_config.json', generationConfigSchema),
      readCheckpointJson(folder, 'config.json', modelConfigSchema),
      readCheckpointJson(folder, 'preprocessor_config.json', imageProcessorSchema),
      readCheckpointJson(folder, 'processor_config.json', processorConfigSchema),
      readCheckpointText(folder, 'chat_template.jinja'),
    ]);
  const toolTemplate = await readCheckpointText(folder, 'additional_chat_templates/tool_use.jinja');
  const templateFile = await readCheckpointJson(folder, 'chat_template.json', templateFileSchema);
  const inner = processor?.image_processor;
  const around = processor?.processor_class;
  const imageProcessor =
    preprocessor ?? (inner && (around ? { processor_class: around, ...inner } : inner));
  const modelVocab = model?.vocab_size ?? model?.text_config?.vocab_size ?? 0;
  // The model's own table is padded: it can sample ids that the tokenizer has no text for.
  const vocabSize = Math.max(tokenizer.size, modelVocab);
  const file = (name: string): string => path.join(folder, name);
  return {
    tokenizer,
    template:
      given ??
      checkpointTemplate(folder, {
        jinja: template,
        toolJinja: toolTemplate,
        config: config?.chat_template ?? undefined,
        file: templateFile?.chat_template,
        now,
      }),
    specials: specialTexts(tokenMap, config),
    stopIds: readStopIds({
      tokenizer,
      config: { file: file('tokenizer_config.json'), eosToken: config?.eos_token },
      generation: { file: file('generation_config.json'), value: generation?.eos_token_id },
      model: { file: file('config.json'), value: model?.eos_token_id },
      vocabSize,
    }),
    vocabSize,
    startToken: await readStartToken(tokenizer, {
      bosToken: config?.bos_token,
      addBosToken: config?.add_bos_token,
    }),
    imagePlaceholder: imagePlaceholder(tokenizer, config),
    vision: readImageProcessor(
      imageProcessor ?? undefined,
      model?.model_type ?? undefined,
      pictureBackend,
      preprocessor === undefined
        ? `${file('processor_config.json')} (image_processor)`
        : file('preprocessor_config.json'),
    ),
  };
}

/** Words of an observation that become the end of a turn could be told from no end that was meant. */
function assertNoForgery(folder: string, { forgedToken, blurredToken }: Tokenizer): void {
  if (blurredToken !== undefined) {
    throw new EncoderError(
      `the added token ${blurredToken} of ${path.join(folder, 'tokenizer.json')} is matched after ` +
        'normalisation, by a normalizer that reads the text around it otherwise than a text by ' +
        'itself, so that content cannot be told from it: set "normalized": false for it there',
      { data: { folder } },
    );
  }
  if (forgedToken === undefined) return;
  throw new EncoderError(
    `the normalizer of ${path.join(folder, 'tokenizer.json')} makes the added token ` +
      `${forgedToken} of other text, too, so that content could forge it: set "normalized": false ` +
      'for it there',
    { data: { folder } },
  );
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new EncoderError(
    `the checkpoint ${folder} is no folder: give the folder that holds its tokenizer.json`,
    { data: { folder } },
  );
}

/** Tokens that templates name, the tokenizer's configuration above the older map of its own. */
function specialTexts(
  map: SpecialTokens | undefined,
  config: TokenizerConfig | undefined,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const source of [map, config]) {
    const { bos_token, eos_token, pad_token, unk_token, cls_token, sep_token, mask_token } =
      source ?? {};
    const ownTokens = {
      bos_token,
      eos_token,
      pad_token,
      unk_token,
      cls_token,
      sep_token,
      mask_token,
    };
    for (const [name, text] of Object.entries({ ...source?.extra_special_tokens, ...ownTokens })) {
      if (typeof text === 'string') found[name] = text;
    }
  }
  return found;
}

/** Qwen's vision models write a pad between a start and an end; other pads stand alone. */
function imagePlaceholder(
  tokenizer: Tokenizer,
  config: TokenizerConfig | undefined,
): Checkpoint['imagePlaceholder'] {
  const isToken = (text: string): boolean =>
    tokenizer.addedTokens.some(({ content }) => content === text);
  const pad = config?.image_token ?? '<|image_pad|>';
  if (!isToken(pad)) return undefined;
  const framed = isToken('<|vision_start|>') && isToken('<|vision_end|>');
  return { pad, text: framed ? `<|vision_start|>${pad}<|vision_end|>` : pad };
}
