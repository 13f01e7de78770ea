const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Draws a share of `width` cells in block characters, an eighth of a cell fine. */
export function drawBar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  return '█'.repeat(eighths >> 3) + (EIGHTHS[eighths & 7] ?? '');
}
