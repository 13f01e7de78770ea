/** A tokenizer that is not implemented, or broken; the loader adds the file. */
export class TokenizerError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TokenizerError';
  }
}
