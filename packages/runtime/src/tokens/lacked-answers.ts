import type { LackedFields } from './blank-fields.ts';

/** Why an answer behind a turn without calls cannot be appended. */
export const UNCALLED =
  'it prints an answer only behind the call that it answers, and the last turn called nothing';

/** Why one without an id cannot. */
export const NO_ID =
  'it prints the id of the call that is answered, and neither the call nor the message has one: ' +
  'set tool_call_id';

/** Why one without the fields that the template prints cannot. */
export function unnamed(lacked: LackedFields): string {
  const fields = lacked.join(' and ');
  return (
    `it prints ${fields} of a tool message, and neither the message has it nor a call that was ` +
    `read: set ${fields}, or name the model's parser by --sglang-tool-call-parser`
  );
}
