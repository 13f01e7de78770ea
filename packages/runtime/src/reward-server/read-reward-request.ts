import { isUtf8 } from 'node:buffer';
import {
  describeJsonFault,
  findJsonFault,
  isSlimeError,
  type JsonValue,
  type Message,
} from 'slime-sdk';
import { parseJson } from '../rollout/data/parse-json.ts';
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

const FORM = 'the body is {"prompt", "response", "label"}';

/**
 * Reads the body of slime's `POST`. A prompt that is missing is empty, a label that is missing null;
 * other keys are passed over.
 *
 * @throws RequestFault `bad_request` that says what is wrong and where.
 */
export function readRewardRequest(body: Buffer): RewardRequest {
  if (!isUtf8(body)) throw bad('the body is not UTF-8');
  const parsed = parseJson(body.toString('utf8'));
  if (!parsed.ok) {
    throw bad(`the body is not JSON (NaN is none either): column ${parsed.column}`);
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw bad(`${FORM}, not ${kindOf(value)}`);
  }
  const { response, prompt = '', label = null } = value;
  if (typeof response !== 'string') {
    throw bad(`response: must be a string, not ${kindOf(response)}; ${FORM}`);
  }
  for (const [key, item] of Object.entries({ prompt, label })) {
    if (typeof item !== 'object' || item === null) continue;
    const fault = findJsonFault(item, [key]);
    if (fault !== undefined) throw bad(describeJsonFault(fault));
  }
  return { prompt: readPrompt(prompt), response, label };
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
