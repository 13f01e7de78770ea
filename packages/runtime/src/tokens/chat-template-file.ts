import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { EncoderError } from 'slime-sdk';
import { type ChatTemplate, compileChatTemplate } from './jinja/chat-template.ts';
import type { LocalTime } from './jinja/local-time.ts';

/**
 * Reads the file of `--chat-template`: Jinja, rendered as if it were the checkpoint's
 * `chat_template.jinja`. SGLang's flag of that name also takes names of its own templates and
 * conversations in JSON, which are refused here.
 *
 * @param now the clock of `strftime_now`
 * @throws EncoderError that names the file and what to do
 */
export async function readChatTemplateFile(
  file: string,
  now?: () => LocalTime,
): Promise<ChatTemplate> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) {
    throw new EncoderError(
      `--chat-template ${file} is no file: give the path of a Jinja template. Names of SGLang's ` +
        'own templates, such as chatml, are not taken',
      { data: { file } },
    );
  }
  if (path.extname(file).toLowerCase() === '.json') {
    throw new EncoderError(
      `--chat-template ${file} is JSON, which is not read: put its template alone into a .jinja file`,
      { data: { file } },
    );
  }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let source;
  try {
    source = decoder.decode(await readFile(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EncoderError(`--chat-template ${file} cannot be read: ${reason}`, { cause: error });
  }
  return compileChatTemplate(source, file, now);
}
