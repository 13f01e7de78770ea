import { resolve } from 'node:path';
import { builtinEncoder, loadEncoder } from 'slime-runtime';
import type { Encoder, RolloutArgs } from 'slime-sdk';
import { TEMPLATE_FAMILIES } from './template-families.ts';

/** The tokenizer and chat template of `--hf-checkpoint`, else the built-in ones. */
export async function openEncoder(args: RolloutArgs, cwd: string): Promise<Encoder> {
  const checkpoint = args.hf_checkpoint === null ? null : resolve(cwd, args.hf_checkpoint);
  return loadEncoder({
    checkpoint,
    templateKwargs: args.apply_chat_template_kwargs,
    baseDir: cwd,
  });
}

/** The user's own template where a checkpoint is named, else one of each family. */
export async function openTemplates(args: RolloutArgs, cwd: string): Promise<Encoder[]> {
  const own = await openEncoder(args, cwd);
  if (args.hf_checkpoint !== null) return [own];
  return [own, ...TEMPLATE_FAMILIES.map((template) => builtinEncoder({ template, baseDir: cwd }))];
}
