/** Writes a duration for people: `850ms`, `12.3s`, `4m05s`, `2h07m`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)}ms`;
  if (seconds < 60) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m${pad(whole % 60)}s`;
  return `${Math.floor(minutes / 60)}h${pad(minutes % 60)}m`;
}

/** Writes a number for people: three decimals, of small numbers three digits, none that say nothing. */
export function formatNumber(value: number): string {
  return String(Number(Math.abs(value) < 0.1 ? value.toPrecision(3) : value.toFixed(3)));
}

/** `1 prompt`, `2 prompts`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
