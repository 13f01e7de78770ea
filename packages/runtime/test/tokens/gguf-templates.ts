import { listedTemplates } from './templates/real-templates.ts';

/**
 * Chat templates as checkpoints have them, by the name of the model: those that
 * `@huggingface/ollama-utils` knows, each once. Their clock stands still.
 */
export function ggufTemplates(): ReadonlyMap<string, string> {
  const templates = new Map<string, string>();
  const known = new Set<string>();
  for (const { model, gguf } of listedTemplates()) {
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
