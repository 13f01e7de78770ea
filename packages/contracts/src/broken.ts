/** What a law expected and what it got, in words or as plain data. */
export interface Breach {
  expected: unknown;
  got: unknown;
  /** The input, where an examination found it itself. */
  input?: unknown;
  /** What else helps: where in a sequence, which repetition confirmed it. */
  note?: string;
  /** It is no use to look for a smaller input: each try takes the whole time limit. */
  final?: boolean;
}

/** Thrown where a law is broken. */
export class Broken extends Error {
  readonly breach: Breach;

  constructor(breach: Breach) {
    super('the law is broken');
    this.name = 'Broken';
    this.breach = breach;
  }
}

/** Thrown where a case did not meet the law's precondition: it counts for nothing. */
export class Unmet extends Error {
  constructor() {
    super('the precondition is not met');
    this.name = 'Unmet';
  }
}

/** Thrown in place of a call for which the check has no time left. */
export class OutOfTime extends Error {
  constructor() {
    super('the time of the check is over');
    this.name = 'OutOfTime';
  }
}

/** Thrown where only calls of the plugin could tell that a check does not apply to it. */
export class Inapplicable extends Error {
  /** What it needs and the plugin does not have, as a noun phrase. */
  readonly needs: string;

  constructor(needs: string) {
    super(`needs ${needs}`);
    this.name = 'Inapplicable';
    this.needs = needs;
  }
}
