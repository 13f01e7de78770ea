import { type JsonObject, type JsonValue, rolloutArgsSchema } from 'slime-sdk';

const REDACTED = '<redacted>';

const SECRET_NAME =
  /(api|access|private|secret|signing)[-_]?key|secret|passw(or)?d|credential|authorization|(^|[-_])(auth|bearer|token)$/i;
const AUTHORIZATION = /\b(authorization\s*[:=]\s*(?:\w+\s+)?|bearer\s+)[\w.~+/=-]{4,}/gi;
const URL_USER = /(\/\/)[^/@\s]+@/g;
const URL_SECRET = /([?&][^=&\s]*(?:key|token|secret|password|auth|signature)[^=&\s]*=)[^&\s]+/gi;

/**
 * Replaces secrets: strings under names such as `openai_api_key`, at any depth, what follows
 * `Bearer` and `Authorization:`, and user, password and keys in URLs. Names of slime's own flags are never secrets (`input_key`, `rollout_stop_token_ids`).
 */
export function redact(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, redactValue(name, item)]),
  );
}

function redactValue(name: string, value: JsonValue): JsonValue {
  if (SECRET_NAME.test(name) && !(name in rolloutArgsSchema.shape)) return redactAll(value);
  if (typeof value === 'string') {
    return value
      .replace(AUTHORIZATION, `$1${REDACTED}`)
      .replace(URL_USER, `$1${REDACTED}@`)
      .replace(URL_SECRET, `$1${REDACTED}`);
  }
  if (Array.isArray(value)) return value.map((item) => redactValue(name, item));
  return typeof value === 'object' && value !== null ? redact(value) : value;
}

/** Every string below a secret's name. */
function redactAll(value: JsonValue): JsonValue {
  if (typeof value === 'string') return REDACTED;
  if (Array.isArray(value)) return value.map(redactAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactAll(item)]));
}
