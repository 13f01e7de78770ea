import type { Message } from 'slime-sdk';

/** What of a tool message says whose answer it is. */
export type AnswerField = 'tool_call_id' | 'name';

/** Fields that a message may lack together. */
export type LackedFields = readonly AnswerField[];

const CASES: readonly LackedFields[] = [['tool_call_id'], ['name'], ['tool_call_id', 'name']];

/** Of nine letters and digits, as Mistral's templates want ids. */
const PROBES = { tool_call_id: 'zQ7000001', name: 'Qz7AnsweredName7zQ' } as const;

/** What Jinja prints of a field that is not there, or not set. */
export const BLANKS = ['', 'None', 'null'] as const;

/**
 * Finds the fields without which the template prints a blank in their place (`Return of :`), instead
 * of words of its own for an answer that has none.
 *
 * @param tailOf what the template writes for messages; undefined where it refuses them
 */
export function probeBlanks(
  messages: readonly Message[],
  tailOf: (messages: readonly Message[]) => string | undefined,
): LackedFields[] {
  const without = (lacked: LackedFields): Message[] =>
    messages.map(({ role, content }) => {
      if (role !== 'tool') return { role, content };
      const kept = Object.entries(PROBES).filter(([key]) => !lacked.some((field) => field === key));
      return { role, content, ...Object.fromEntries(kept) };
    });
  const whole = tailOf(without([]));
  if (whole === undefined) return [];
  return CASES.filter((lacked) => {
    const tail = tailOf(without(lacked));
    return BLANKS.some((blank) => {
      const blanked = lacked.reduce((text, key) => text.replaceAll(PROBES[key], blank), whole);
      return blanked !== whole && tail === blanked;
    });
  });
}

/** Those of a tool message in whose place a blank would be printed; undefined where none would. */
export function blankFields(
  message: Message,
  blanks: readonly LackedFields[],
): LackedFields | undefined {
  if (message.role !== 'tool') return undefined;
  const lacked = (['tool_call_id', 'name'] as const).filter((key) => message[key] === undefined);
  const isBlank = (fields: LackedFields): boolean =>
    blanks.some((known) => known.join() === fields.join());
  if (!isBlank(lacked)) return undefined;
  const printed = lacked.filter((field) => isBlank([field]));
  // Of some templates either will do.
  return printed.length > 0 ? printed : lacked;
}
