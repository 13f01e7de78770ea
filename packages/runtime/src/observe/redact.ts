import { type JsonObject, type JsonValue, keepExactForm, rolloutArgsSchema } from 'slime-sdk';

const REDACTED = '<redacted>';

const SECRET_NAME =
  /(api|access|private|secret|signing)[-_]?key|secret|passw(or)?d|credential|authorization|(^|[-_])(auth|bearer|token)$/i;
const HEADER = /\b(authorization\s*[:=]\s*(?:bearer|basic|digest|negotiate|token)\s+)[\w.~+/=-]+/gi;
/** Prose may say the same: only a word that looks like a credential is one. */
const BARE = /\b(authorization\s*[:=]\s*|bearer\s+)([\w.~+/=-]{4,})/gi;
const URL_USER = /(\/\/)[^/@\s]+@/g;
const URL_SECRET = /([?&][^=&\s]*(?:key|token|secret|password|auth|signature)[^=&\s]*=)[^&\s]+/gi;

/**
 * Replaces secrets: strings under names such as `openai_api_key`, at any depth, credentials
 * behind `Bearer` and `Authorization:`, and user, password and keys in URLs. Names of slime's own flags are never secrets (`input_key`, `rollout_stop_token_ids`).
 */
export function redact(value: JsonObject): JsonObject {
  return keepExactForm(
    value,
    Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, redactValue(name, item)]),
    ),
  );
}

/** The same of a text by itself: credentials, and user, password and keys in URLs. */
export function redactText(text: string): string {
  return text
    .replace(HEADER, `$1${REDACTED}`)
    .replace(BARE, (whole, before: string, word: string) =>
      looksLikeCredential(word) ? `${before}${REDACTED}` : whole,
    )
    .replace(URL_USER, `$1${REDACTED}@`)
    .replace(URL_SECRET, `$1${REDACTED}`);
}

function redactValue(name: string, value: JsonValue): JsonValue {
  if (SECRET_NAME.test(name) && !(name in rolloutArgsSchema.shape)) return redactAll(value);
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) {
    return keepExactForm(
      value,
      value.map((item) => redactValue(name, item)),
    );
  }
  return typeof value === 'object' && value !== null ? redact(value) : value;
}

/** Longer than words are, or made as no word is: `sk_live`, `aB3x`, `a2s6`. */
function looksLikeCredential(text: string): boolean {
  const word = text.replace(/[.-]+$/, '');
  const isMixed = /[a-z][A-Z]|[_~=]/.test(word) || (/\d/.test(word) && /[a-z]/i.test(word));
  return word.length >= 20 || isMixed;
}

/** Every string below a secret's name. */
function redactAll(value: JsonValue): JsonValue {
  if (typeof value === 'string') return REDACTED;
  if (Array.isArray(value)) return value.map(redactAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactAll(item)]));
}
