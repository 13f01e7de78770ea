/** What is wrong with a template, or with what it was given; the line is added where it is known. */
export class TemplateError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.name = 'TemplateError';
    this.line = line;
  }
}

/** A rendering that was ended because it takes too much. */
export class BoundError extends TemplateError {
  constructor(message: string) {
    super(message);
    this.name = 'BoundError';
  }
}
