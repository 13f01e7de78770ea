import { dirname, resolve } from 'node:path';
import { builtinEncoder, loadEncoder } from 'slime-runtime';
import type { Encoder, RolloutArgs } from 'slime-sdk';
import { TEMPLATE_FAMILIES } from './template-families.ts';

/** The tokenizer and chat template of `--hf-checkpoint`, else the built-in ones. */
export async function openEncoder(args: RolloutArgs, cwd: string): Promise<Encoder> {
  const checkpoint = args.hf_checkpoint === null ? null : resolve(cwd, args.hf_checkpoint);
  return loadEncoder({
    checkpoint,
    chatTemplate: args.chat_template === null ? null : resolve(cwd, args.chat_template),
    templateKwargs: args.apply_chat_template_kwargs,
    baseDir: pictureFolder(args, cwd),
  });
}

/** `own` alone where a checkpoint is named, else with one of each family behind it. */
export function openTemplates(own: Encoder, args: RolloutArgs, cwd: string): Encoder[] {
  if (args.hf_checkpoint !== null || args.chat_template !== null) return [own];
  const baseDir = pictureFolder(args, cwd);
  return [own, ...TEMPLATE_FAMILIES.map((template) => builtinEncoder({ template, baseDir }))];
}

/** Where relative paths of pictures begin, as in a run: the folder of the data file. */
function pictureFolder(args: RolloutArgs, cwd: string): string {
  // A slice (`rows.jsonl@[0:8]`) has no slash.
  return args.prompt_data === null ? cwd : dirname(resolve(cwd, args.prompt_data));
}
