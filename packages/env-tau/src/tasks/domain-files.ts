import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError, formatPath, type JsonValue, parseExactJson, type ToolSpec } from 'slime-sdk';
import { z } from 'zod';
import { toolSpecs } from '../world/apply-tool.ts';
import type { Domain } from '../world/database.ts';
import { domainFolder } from './load-tasks.ts';

/** The policy text of a domain, to the byte. */
export async function loadWiki(domain: Domain, folder: string): Promise<string> {
  const file = join(domainFolder(domain, folder), 'wiki.md');
  if (existsSync(file)) return readFile(file, 'utf8');
  throw new DataError(`${file} is missing: it holds the policy, the agent's system prompt.`, {
    data: { file },
  });
}

const toolsSchema = z.array(
  z.looseObject({
    type: z.literal('function'),
    function: z.looseObject({
      name: z.string(),
      description: z.string().exactOptional(),
      parameters: z.record(z.string(), z.json()).exactOptional(),
    }),
  }),
);

/**
 * Reads a text of tool schemas.
 *
 * @throws DataError with the path of what is no tool.
 */
export function parseTools(text: string, file: string): ToolSpec[] {
  let value: JsonValue;
  try {
    value = parseExactJson(text);
  } catch (cause) {
    throw new DataError(`${file} is no JSON: ${String(cause)}`, { cause, data: { file } });
  }
  const parsed = toolsSchema.safeParse(value);
  // The file's own objects: they know how their numbers were written.
  if (parsed.success) return z.array(z.custom<ToolSpec>()).parse(value);
  const issue = parsed.error.issues[0];
  throw new DataError(
    `${file}: ${formatPath(issue?.path ?? [])}: ${issue?.message ?? ''}. It must be a list of ` +
      '{"type": "function", "function": {"name", "description", "parameters"}}.',
    { data: { file } },
  );
}

/** The tool schemas of a data folder, in its words and order; this project's own without them. */
export async function loadToolSpecs(domain: Domain, folder: string): Promise<ToolSpec[]> {
  const file = join(domainFolder(domain, folder), 'tools.json');
  return existsSync(file) ? parseTools(await readFile(file, 'utf8'), file) : toolSpecs(domain);
}
