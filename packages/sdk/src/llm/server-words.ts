/** Message of an error body: `{"error":{"message"}}`, `{"message"}`, `{"detail"}` or a bare string. */
export function serverWords(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return undefined;
  if ('error' in body) return serverWords(body.error);
  if ('message' in body) return serverWords(body.message);
  return 'detail' in body ? serverWords(body.detail) : undefined;
}
