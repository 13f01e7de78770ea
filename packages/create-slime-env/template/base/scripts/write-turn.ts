/** A turn as a model would have written it, or what is wrong with a `/call`. */
export type WrittenTurn = { ok: true; text: string } | { ok: false; problem: string };

/**
 * Writes each line `/call tool {"argument": 1}` as a tool call, in the format that the parsers
 * `qwen25` and `hermes` read; all else stands as it is.
 */
export function writeTurn(text: string): WrittenTurn {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const call = /^\/call(?:\s+(\S+)\s*(.*))?$/.exec(line);
    if (call === null) {
      lines.push(line);
      continue;
    }
    const [, name, json = ''] = call;
    if (name === undefined) return { ok: false, problem: 'write /call tool {"argument": 1}' };
    const args = readArguments(json);
    if (args === null) {
      return { ok: false, problem: `/call ${name}: its arguments must be a JSON object: ${json}` };
    }
    lines.push(`<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`);
  }
  return { ok: true, text: lines.join('\n') };
}

function readArguments(json: string): object | null {
  if (json === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
