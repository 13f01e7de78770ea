import { DataError } from 'slime-sdk';
import { z } from 'zod';
import { parseJson } from '../python/parse-json.ts';
import type { PyValue } from '../python/value.ts';
import { anything, type Fields, fields } from '../world/fields.ts';

type CallFields = Fields<{ name: string; kwargs: PyValue }>;

const call: z.ZodType<CallFields> = fields({ name: z.string(), kwargs: anything });

const line = fields<{ setup?: CallFields[] | undefined; call: CallFields }>({
  setup: z.array(call).optional(),
  call,
});

/** One call of a line. */
export interface Call {
  readonly name: string;
  readonly kwargs: PyValue;
}

/**
 * Reads a line `{"setup": [call, …], "call": {"name": …, "kwargs": {…}}}`; `setup` may be absent,
 * other fields are not looked at.
 *
 * @returns The calls in order, the one to report last.
 * @throws DataError that names the line.
 */
export function readCallLine(text: string, at: number): Call[] {
  const name = `line ${at} of the standard input`;
  const { success, data, error } = line.safeParse(parseJson(text, name));
  if (success) {
    return [...(data.get('setup') ?? []), data.get('call')].map((one) => ({
      name: one.get('name'),
      kwargs: one.get('kwargs'),
    }));
  }
  const issue = error.issues[0];
  throw new DataError(
    `${name}: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}. A line is ` +
      '{"setup": [], "call": {"name": "think", "kwargs": {"thought": ""}}}.',
    { data: { line: at } },
  );
}
