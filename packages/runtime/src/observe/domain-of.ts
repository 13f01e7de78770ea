/** What an object has under `--domain-key`, as JSON where it is no text; null where nothing. */
export function domainOf(
  facts: Readonly<Record<string, unknown>> | null,
  key: string | null | undefined,
): string | null {
  const value = key == null ? null : (facts?.[key] ?? null);
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}
