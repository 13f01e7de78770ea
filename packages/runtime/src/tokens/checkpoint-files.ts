import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { EncoderError } from 'slime-sdk';
import { z } from 'zod';

/** The text of a checkpoint's file; undefined when there is none. */
export async function readCheckpointText(
  folder: string,
  name: string,
): Promise<string | undefined> {
  const file = path.join(folder, name);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unusable(file, error);
  }
}

/**
 * A JSON file of a checkpoint, checked; undefined when there is none.
 *
 * @throws EncoderError that names the file and what is wrong in it
 */
export async function readCheckpointJson<Schema extends z.ZodType>(
  folder: string,
  name: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const text = await readCheckpointText(folder, name);
  if (text === undefined) return undefined;
  const file = path.join(folder, name);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw unusable(file, error);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw unusable(file, new Error(z.prettifyError(parsed.error)));
  return parsed.data;
}

function unusable(file: string, error: unknown): EncoderError {
  const reason = error instanceof Error ? error.message : String(error);
  return new EncoderError(
    `${file} cannot be used: ${reason}. Download the checkpoint's file again, or mend it`,
    { cause: error, data: { file } },
  );
}
