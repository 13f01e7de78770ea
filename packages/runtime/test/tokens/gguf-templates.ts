import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

const listSchema = z.array(z.object({ model: z.string(), gguf: z.string() }));

/**
 * Chat templates as checkpoints have them, by the name of the model: those that
 * `@huggingface/ollama-utils` knows, each once. Their clock stands still.
 */
export function ggufTemplates(): ReadonlyMap<string, string> {
  const main = createRequire(import.meta.url).resolve('@huggingface/ollama-utils');
  const file = path.join(path.dirname(main), '../src/chat-template-automap.ts');
  const source = readFileSync(file, 'utf8');
  const list = listSchema.parse(
    runInNewContext(source.slice(source.indexOf('= [') + 2).replace(/;\s*$/, '')),
  );
  const templates = new Map<string, string>();
  const known = new Set<string>();
  for (const { model, gguf } of list) {
    if (known.has(gguf)) continue;
    known.add(gguf);
    const name = model.replace(/^library\//, '');
    const stopped = gguf.replaceAll(/\bstrftime_now\([^()]*\)/g, "'26 Jul 2024'");
    templates.set(templates.has(name) ? `${name} (${known.size})` : name, stopped);
  }
  return templates;
}

/** What of a template looks like a token of its own. */
export function markersOf(template: string): string[] {
  const found = template.matchAll(
    /<\|[^|<>\s]+\|>|<｜[^｜\s]+｜>|<\/?s>|<(?:start|end)_of_turn>|\[\/?(?:INST|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\]/g,
  );
  return [...new Set([...found].map(([marker]) => marker))];
}
