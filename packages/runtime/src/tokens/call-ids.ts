import { randomInt } from 'node:crypto';
import { keepExactForm, type Message, type ToolCall } from 'slime-sdk';
import { answeredCalls } from './answered-calls.ts';
import { BLANKS } from './blank-fields.ts';

/** Nine letters and digits with the number, as Mistral's templates want ids. */
const STANDIN = `zQ${randomInt(100, 1000)}`;
const STANDINS = new RegExp(`${STANDIN}\\d{4}`);

/** Characters on each side of an id that say which place it has. */
const AROUND = 12;

/**
 * Gives calls and the tool messages that answer them to each other: a call without an id gets that
 * of its answer, an answer without id or name those of its call, the first answer to the first
 * call. Where neither has an id, both get a stand-in that a template may ask for but should not
 * print.
 */
export function pairCalls(messages: readonly Message[]): Message[] {
  const paired = [...messages];
  let standins = 0;
  for (const [at, { role, tool_calls: calls }] of messages.entries()) {
    if (role !== 'assistant' || calls === undefined) continue;
    const answers = answersAt(messages, at);
    const answered = answeredCalls(calls, answers);
    const givenIds = new Map(answers.map(({ tool_call_id: id }, index) => [answered[index], id]));
    const called = calls.map((call, index): ToolCall & { id: string } => {
      const id = call.id ?? givenIds.get(index);
      if (id !== undefined) return { ...call, id };
      standins += 1;
      return { ...call, id: `${STANDIN}${String(standins).padStart(4, '0')}` };
    });
    const caller = { ...paired[at], role, content: paired[at]?.content ?? '', tool_calls: called };
    paired[at] = keepExactForm(paired[at] ?? caller, caller);
    for (const [index, answer] of answers.entries()) {
      const own = called[answered[index] ?? -1];
      if (own === undefined) continue;
      const named = { tool_call_id: own.id, name: own.name, ...answer };
      paired[at + 1 + index] = keepExactForm(answer, named);
    }
  }
  return paired;
}

/** Whether a text holds an id that nobody gave. */
export function holdsStandin(text: string): boolean {
  return STANDINS.test(text);
}

/** Paired messages without the ids that nobody gave. */
export function dropStandins(paired: readonly Message[]): Message[] {
  return paired.map((message) => {
    const { tool_call_id: answered, tool_calls: calls, ...rest } = message;
    const isGiven = answered !== undefined && !holdsStandin(answered);
    return keepExactForm(message, {
      ...rest,
      ...(isGiven ? { tool_call_id: answered } : {}),
      ...(calls === undefined ? {} : { tool_calls: calls.map(withoutStandin) }),
    });
  });
}

/**
 * Whether a text that was written without stand-ins has a blank in the place of one: what stands
 * around it stands there with nothing between, as nowhere in the text with stand-ins.
 */
export function leavesBlank(withStandins: string, without: string): boolean {
  const parts = withStandins.split(STANDINS);
  return parts.slice(1).some((part, at) => {
    const [before, after] = [parts[at]?.slice(-AROUND) ?? '', part.slice(0, AROUND)];
    return BLANKS.some((blank) => {
      const blanked = `${before}${blank}${after}`;
      return without.split(blanked).length > withStandins.split(blanked).length;
    });
  });
}

function withoutStandin({ id, ...call }: ToolCall): ToolCall {
  return id === undefined || holdsStandin(id) ? call : { ...call, id };
}

function answersAt(messages: readonly Message[], call: number): Message[] {
  const rest = messages.slice(call + 1);
  const end = rest.findIndex(({ role }) => role !== 'tool');
  return end < 0 ? rest : rest.slice(0, end);
}
