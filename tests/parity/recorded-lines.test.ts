import { expect, it } from 'vitest';
import { readRecordedLines } from './recorded-lines.ts';

const missing = 'no recorded data: /nowhere/data/graders/gpqa.jsonl is absent, set SLIME_SHARED';

it.each([true, false])('a file that is missing is named, and required is %j', (isRequired) => {
  const skip = (note?: string | boolean): never => {
    throw new Error(`skipped: ${note}`);
  };
  expect(() =>
    readRecordedLines({ skip }, 'graders/gpqa.jsonl', { folder: '/nowhere', isRequired }),
  ).toThrow(new Error(isRequired ? missing : `skipped: ${missing}`));
});
