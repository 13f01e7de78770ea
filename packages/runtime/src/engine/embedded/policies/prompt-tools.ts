import type { JsonObject, PolicyRequest } from 'slime-sdk';

/** A tool that a prompt offers. */
export interface OfferedTool {
  name: string;
  parameters: JsonObject;
}

/** Blocks that were read; an episode's turns begin alike, and a run has few of them. */
const MOST_BLOCKS = 64;

/**
 * Reads the tools that a prompt offers: one schema a line within `<tools>`, as Qwen's templates
 * write them, else those of the row. Keeps what it read, for the next turn has the same.
 */
export class PromptTools {
  readonly #blocks = new Map<string, readonly OfferedTool[]>();

  of({ text, sample }: Pick<PolicyRequest, 'text' | 'sample'>): readonly OfferedTool[] {
    const block = blockOf(text);
    const written = block === null ? [] : this.#read(block);
    if (written.length > 0) return written;
    const rows = sample?.metadata['tools'];
    return Array.isArray(rows) ? rows.flatMap(readTool) : [];
  }

  #read(block: string): readonly OfferedTool[] {
    let tools = this.#blocks.get(block);
    if (tools === undefined) {
      if (this.#blocks.size >= MOST_BLOCKS) this.#blocks.clear();
      tools = block.split('\n').flatMap((line) => readTool(parse(line)));
      this.#blocks.set(block, tools);
    }
    return tools;
  }
}

function blockOf(text: string): string | null {
  const start = text.indexOf('<tools>\n');
  const end = start < 0 ? -1 : text.indexOf('\n</tools>', start);
  return end < 0 ? null : text.slice(start + '<tools>\n'.length, end);
}

/** Undefined for a line that is no JSON: a template may write its schemas otherwise. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readTool(value: unknown): OfferedTool[] {
  const tool = isObject(value) && isObject(value['function']) ? value['function'] : value;
  if (!isObject(tool) || typeof tool['name'] !== 'string') return [];
  const { name, parameters } = tool;
  return [{ name, parameters: isObject(parameters) ? parameters : {} }];
}

/** Of parsed JSON. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
