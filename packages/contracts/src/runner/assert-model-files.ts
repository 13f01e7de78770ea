import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError, type RolloutArgs } from 'slime-sdk';

/**
 * Looks for the files that an encoder is made of, also where no plugin that is checked needs one: a
 * run with these arguments would not begin.
 *
 * @throws ConfigError that names the flag and what it names
 */
export async function assertModelFiles(args: RolloutArgs, cwd: string): Promise<void> {
  const { hf_checkpoint: checkpoint, chat_template: template } = args;
  if (checkpoint !== null && (await kindOf(checkpoint, cwd)) !== 'folder') {
    throw new ConfigError(
      `--hf-checkpoint ${checkpoint}: no such folder; name one with a tokenizer.json`,
    );
  }
  if (template !== null && (await kindOf(template, cwd)) !== 'file') {
    throw new ConfigError(
      `--chat-template ${template}: no such file; give the path of a Jinja template`,
    );
  }
}

async function kindOf(path: string, cwd: string): Promise<'file' | 'folder' | 'nothing'> {
  const found = await stat(resolve(cwd, path)).catch(() => undefined);
  if (found?.isDirectory() === true) return 'folder';
  return found?.isFile() === true ? 'file' : 'nothing';
}
