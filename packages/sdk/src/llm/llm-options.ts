import { z } from 'zod';
import { ConfigError } from '../errors.ts';

/** Longest delay that a timer of Node can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const price = z.number().nonnegative();

const optionsSchema = z.strictObject({
  baseUrl: z.string(),
  model: z.string().min(1),
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'expected the name of an environment variable' })
    .optional(),
  timeoutMs: z.number().positive().max(MAX_TIMER_MS).default(60_000),
  retries: z.int().nonnegative().max(20).default(3),
  concurrency: z.int().positive().max(4096).default(32),
  pricePerMillion: z.strictObject({ prompt: price, completion: price }).optional(),
  costLimit: z.number().nonnegative().optional(),
});

/** Where a client asks, and within which bounds. */
export interface LlmOptions {
  /** Root of an OpenAI-compatible API, for example `http://127.0.0.1:30000/v1`. */
  baseUrl: string;
  model: string;
  /** Name of the environment variable that holds the key, read at each call. Default: no key. */
  apiKeyEnv?: string;
  /** Deadline of one try of a request, in milliseconds. Default 60,000. */
  timeoutMs?: number;
  /** Further tries after a transport fault, a timeout, 408, 429 or 5xx. Default 3. */
  retries?: number;
  /** Calls at once of this client; the rest wait in order. Default 32. */
  concurrency?: number;
  /** US dollars for a million tokens. Without it costs are unknown: null. */
  pricePerMillion?: { prompt: number; completion: number };
  /** US dollars; a call that would go past it is refused before it is sent. Needs prices. */
  costLimit?: number;
}

/** {@link LlmOptions} with their defaults, and the URL read. */
export type CheckedOptions = Omit<z.output<typeof optionsSchema>, 'baseUrl'> & { endpoint: URL };

/** @throws ConfigError that names the option; an URL is not repeated, it may hold a secret. */
export function checkOptions(options: LlmOptions): CheckedOptions {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`LlmClient: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { baseUrl, ...rest } = parsed.data;
  if (rest.costLimit !== undefined && rest.pricePerMillion === undefined) {
    throw new ConfigError('LlmClient: costLimit needs pricePerMillion to count costs by');
  }
  return { ...rest, endpoint: readEndpoint(baseUrl) };
}

function readEndpoint(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError('LlmClient: baseUrl: expected http://host:port/v1 or https://host/v1');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError(
      'LlmClient: baseUrl holds credentials; put the key in an environment variable and name it in apiKeyEnv',
    );
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  url.hash = '';
  return url;
}
