import { ConfigError } from 'slime-sdk';

/** Where a provider's OpenAI-compatible API is, and the variable that its users keep the key in. */
interface Provider {
  readonly baseUrl: string;
  readonly apiKeyEnv: string;
}

const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: { baseUrl: 'https://api.openai.com/v1', apiKeyEnv: 'OPENAI_API_KEY' },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    apiKeyEnv: 'GEMINI_API_KEY',
  },
  anthropic: { baseUrl: 'https://api.anthropic.com/v1', apiKeyEnv: 'ANTHROPIC_API_KEY' },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', apiKeyEnv: 'OPENROUTER_API_KEY' },
};

/** An endpoint to ask. */
export interface Endpoint {
  readonly baseUrl: string;
  /** Absent where no key is sent. */
  readonly apiKeyEnv?: string;
}

/**
 * The endpoint that a configuration names. An address of one's own gets a key only where
 * `user_api_key_env` names one: a provider's key goes to that provider alone.
 *
 * @throws ConfigError for a provider whose address is not known.
 */
export function findEndpoint(config: {
  user_model_provider: string;
  user_base_url?: string;
  user_api_key_env?: string;
}): Endpoint {
  const { user_model_provider: name, user_base_url: url, user_api_key_env: key } = config;
  if (url !== undefined) return { baseUrl: url, ...(key === undefined ? {} : { apiKeyEnv: key }) };
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (provider !== undefined)
    return { ...provider, ...(key === undefined ? {} : { apiKeyEnv: key }) };
  throw new ConfigError(
    `user_model_provider: no address is known for "${name}"; there are ` +
      `${Object.keys(PROVIDERS).join(', ')}. Give the address of its OpenAI-compatible API as ` +
      'user_base_url.',
    { data: { user_model_provider: name } },
  );
}
