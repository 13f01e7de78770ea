import { ConfigError } from '../errors.ts';

/** Shorter keys (`EMPTY`, `none`) are no secrets, and words that a model may write. */
const SECRET_LENGTH = 8;

/** The key of a call: it lives as long as the call, and in no object that is written anywhere. */
export interface Secret {
  headers: Record<string, string>;
  /** Takes the key out of a text that is shown or logged. */
  redact(text: string): string;
  /** Takes the key out of a model's words, unless it is too short to be one. */
  redactWords(text: string): string;
}

const same = <T>(value: T): T => value;

/**
 * Reads a key from the environment.
 *
 * @throws ConfigError that names the variable, never its value.
 */
export function readSecret(apiKeyEnv: string | undefined): Secret {
  if (apiKeyEnv === undefined) {
    return { headers: {}, redact: same, redactWords: same };
  }
  const key = process.env[apiKeyEnv]?.trim() ?? '';
  if (key === '') {
    throw new ConfigError(
      `LlmClient: the environment variable ${apiKeyEnv} (apiKeyEnv) is not set: put the key into it, or leave apiKeyEnv out for an endpoint without a key`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError(
      `LlmClient: the environment variable ${apiKeyEnv} holds what no HTTP header can carry`,
    );
  }
  const escaped = JSON.stringify(key).slice(1, -1);
  const redact = (text: string): string => text.replaceAll(key, '***').replaceAll(escaped, '***');
  return {
    headers: { authorization: `Bearer ${key}` },
    redact,
    redactWords: key.length < SECRET_LENGTH ? same : redact,
  };
}
