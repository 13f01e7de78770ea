import { isUtf8 } from 'node:buffer';
import { isSlimeError, type JsonValue, type Message, parseExactJson } from 'slime-sdk';
import { readMessages } from '../rollout/data/read-messages.ts';
import { kindOf } from '../rollout/data/row-error.ts';
import { RequestFault } from './request-fault.ts';

/** What slime's `remote_rm` sends of a sample. */
export interface RewardRequest {
  prompt: string | Message[];
  /** Whole: what the environment said stands in it, too. */
  response: string;
  label: JsonValue;
}

/** As deep as an exact form is kept. */
const DEEPEST = 200;
const MOST_VALUES = 50_000;

const FORM = 'the body is {"prompt", "response", "label"}';

/**
 * Reads the body of slime's `POST`. A prompt that is missing is empty, a label that is missing null;
 * other keys are passed over.
 *
 * @throws RequestFault `bad_request` that says what is wrong and where.
 */
export function readRewardRequest(body: Buffer): RewardRequest {
  if (!isUtf8(body)) throw bad('the body is not UTF-8');
  const text = body.toString('utf8');
  const plain = readFields(text, JSON.parse);
  assertSmall(plain.prompt, plain.label);
  // Numbers as they were written, where there may be some: of few values, that is quick.
  const isWords = typeof plain.prompt === 'string' && typeof plain.label === 'string';
  const { prompt, response, label } = isWords ? plain : readFields(text, parseExactJson);
  return { prompt: readPrompt(prompt), response, label };
}

function readFields(
  text: string,
  parse: (text: string) => JsonValue,
): { prompt: JsonValue; response: string; label: JsonValue } {
  let value: JsonValue;
  try {
    value = parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Its message quotes what somebody sent.
    throw bad(`the body is not JSON (NaN and Infinity are none either); ${FORM}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw bad(`${FORM}, not ${kindOf(value)}`);
  }
  const { response, prompt = '', label = null } = value;
  if (typeof response !== 'string') {
    throw bad(`response: must be a string, not ${kindOf(response)}; ${FORM}`);
  }
  return { prompt, response, label };
}

/** A prompt and a label can be gone through at once, and by code that calls itself. */
function assertSmall(prompt: JsonValue, label: JsonValue): void {
  let level = [prompt, label];
  let count = level.length;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw bad(`prompt or label: nested more than ${DEEPEST} deep`);
    const next: JsonValue[] = [];
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) {
        throw bad('prompt or label: a number that is not finite');
      }
      if (typeof value !== 'object' || value === null) continue;
      count += Array.isArray(value) ? value.length : Object.keys(value).length;
      if (count > MOST_VALUES) throw bad(`prompt and label: more than ${MOST_VALUES} values`);
      next.push(...Object.values(value));
    }
    level = next;
  }
}

function readPrompt(prompt: JsonValue): string | Message[] {
  if (typeof prompt === 'string') return prompt;
  if (prompt === null) return '';
  if (!Array.isArray(prompt)) {
    throw bad(`prompt: must be a string or a list of messages, not ${kindOf(prompt)}`);
  }
  try {
    return readMessages(prompt, ['prompt'], { file: 'request', row: 0, line: null });
  } catch (error) {
    if (isSlimeError(error)) throw bad(error.message.replace('request: row 0: ', ''));
    throw error;
  }
}

function bad(message: string): RequestFault {
  return new RequestFault('bad_request', message);
}
