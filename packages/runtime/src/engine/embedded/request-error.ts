/**
 * How a request is refused: `schema` by the body's types, `value` by SGLang's own checks,
 * `scheduler` by a finish reason abort with status 400, `internal` by an exception that SGLang does
 * not expect.
 */
export type RefusalKind = 'schema' | 'value' | 'scheduler' | 'internal';

/** A request that is answered with an error; the endpoint gives each kind SGLang's status and body. */
export class RequestError extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.name = 'RequestError';
    this.kind = kind;
  }
}
