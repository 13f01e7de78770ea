/** Writes a count with its thousands apart: `12,345`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Writes a count and its noun: `1 case`, `1,000 cases`. */
export function formatPlural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Writes a duration: `85 ms`, `2.3 s`, `4 min 5 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${formatCount(Math.floor(whole / 60))} min ${whole % 60} s`;
}
