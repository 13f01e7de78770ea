/** The variables of the template, or of one call of a macro, while it renders. */
export interface Frame {
  readonly slots: unknown[];
  readonly parent: Frame | undefined;
  readonly run: Run;
}

/** One rendering. */
export interface Run {
  output: string;
  /** Line of the statement that runs, for messages. */
  line: number;
  /** Calls of macros and recursive loops that are open. */
  depth: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

export type Evaluate = (frame: Frame) => unknown;

/** How a statement left: on to the next, out of the loop, or to its next round. */
export type Flow = 'next' | 'break' | 'continue';

export type Execute = (frame: Frame) => Flow;

/** The frame that many functions out. */
export function outerFrame(frame: Frame, depth: number): Frame {
  let current = frame;
  for (let left = depth; left > 0 && current.parent !== undefined; left -= 1) {
    current = current.parent;
  }
  return current;
}
