import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DataError } from 'slime-sdk';
import { z } from 'zod';
import { readDataText } from '../read-data-file.ts';
import type { Domain } from '../world/database.ts';

/** How a checkout of tau-bench names its sampled conversations. */
const CHECKOUT_FILES: Readonly<Record<Domain, string>> = {
  retail: 'MockRetailDomainEnv-few_shot.jsonl',
  airline: 'MockAirlineDomainEnv-few_shot.jsonl',
};

const lineSchema = z.looseObject({ messages_display: z.string() });

/** Where they may stand in a data folder or in a checkout. */
export function fewShotFiles(domain: Domain, folder: string): string[] {
  return [
    join(folder, domain, 'few_shot.jsonl'),
    join(folder, 'few_shot_data', CHECKOUT_FILES[domain]),
  ];
}

function readLine(text: string, file: string, at: number): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DataError(`${file}:${at} is no JSON`, { cause, data: { file, line: at } });
  }
  const { success, data } = lineSchema.safeParse(value);
  if (success) return data.messages_display;
  throw new DataError(`${file}:${at} must be {"messages_display": a conversation as text}`, {
    data: { file, line: at },
  });
}

/**
 * Conversations, one a line.
 *
 * @throws DataError with file and line of one that is not as it must be.
 */
export function parseFewShots(text: string, file: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [readLine(line, file, at + 1)]));
}

/**
 * Reads sampled conversations: of the given file, else of the data folder.
 *
 * @throws DataError that names the files which were looked for, and when there are too few.
 */
export async function loadFewShots(
  where: { domain: Domain; folder: string; file: string | undefined },
  fewest: number,
): Promise<string[]> {
  const files = where.file === undefined ? fewShotFiles(where.domain, where.folder) : [where.file];
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined) {
    throw new DataError(
      `agent_strategy "few-shot" needs sampled conversations, {"messages_display": …} a line: ` +
        `${files.join(' and ')} ${files.length > 1 ? 'are' : 'is'} missing. Name a file as ` +
        'few_shot_displays_path.',
      { data: { files } },
    );
  }
  const shots = parseFewShots(await readDataText(file), file);
  if (shots.length >= fewest) return shots;
  throw new DataError(
    `${file} has ${shots.length} conversations and num_few_shots is ${fewest}: lower it, or add some.`,
    { data: { file, conversations: shots.length, num_few_shots: fewest } },
  );
}
