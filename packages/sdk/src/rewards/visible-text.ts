const CLOSE = '</think>';
const OPEN = '<think>';

/**
 * What a response says after its thoughts: what follows the last `</think>`, up to a `<think>` that
 * never closes. A response without these marks is visible as a whole. Takes linear time.
 */
export function visibleText(response: string): string {
  const closed = response.lastIndexOf(CLOSE);
  const start = closed < 0 ? 0 : closed + CLOSE.length;
  const open = response.indexOf(OPEN, start);
  return response.slice(start, open < 0 ? response.length : open);
}
