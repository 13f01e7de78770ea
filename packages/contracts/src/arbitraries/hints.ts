import type { JsonValue } from 'slime-sdk';
import type { Picker } from './picks.ts';

/** Values that were seen, by type, so that a schema finds the ones of its own. */
export class Hints {
  readonly all: readonly JsonValue[];
  readonly strings: readonly string[];
  readonly numbers: readonly number[];

  /** `values`: the newest last. */
  constructor(values: readonly JsonValue[]) {
    this.all = values;
    this.strings = values.filter((value) => typeof value === 'string');
    this.numbers = values.filter((value) => typeof value === 'number');
  }
}

/** One of the values, the newest (the last) twice as likely as on average; undefined without any. */
export function pickRecent<T>(values: readonly T[], picker: Picker): T | undefined {
  const back = Math.min(picker.below(values.length), picker.below(values.length));
  return values[values.length - 1 - back];
}
