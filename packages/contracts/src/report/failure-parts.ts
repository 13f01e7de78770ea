import type { CheckReport, Failure } from './report.ts';
import { shortenMiddle, type ShortenOptions } from './shorten-middle.ts';

/** One thing that a report tells of a failure. */
export interface FailurePart {
  label: string;
  text: string;
  /** `data` keeps its lines and may hold what a plugin wrote; `prose` is ours and may be wrapped. */
  form: 'data' | 'prose' | 'command';
}

/** What every reporter tells of a check that fell short, in the order of reading. */
export function failureParts(
  check: Pick<CheckReport, 'why' | 'fix' | 'source'>,
  failure: Failure,
  limits: ShortenOptions,
): FailurePart[] {
  const data = (label: string, text: string | null): FailurePart[] =>
    text === null ? [] : [{ label, text: shortenMiddle(text, limits), form: 'data' }];
  return [
    ...data(failure.shrinks === 0 ? 'Input' : 'Shrunk input', failure.input),
    ...data('Expected', failure.expected),
    ...data('Got', failure.got),
    ...data('Note', failure.note),
    { label: 'Why it matters', text: check.why, form: 'prose' },
    { label: 'How to fix', text: check.fix, form: 'prose' },
    { label: 'Source', text: check.source, form: 'prose' },
    { label: 'Run again', text: failure.command, form: 'command' },
  ];
}
