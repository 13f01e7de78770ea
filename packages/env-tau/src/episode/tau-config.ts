import { z } from 'zod';
import { DOMAINS } from '../world/database.ts';

const price = z.number().nonnegative();

/**
 * The keys of `--custom-config-path` that this environment reads: slime's, by slime's names, and
 * those that are only here.
 */
export const tauConfigSchema = z.object({
  env: z.enum(DOMAINS).exactOptional().describe("The domain; else the row's own, else retail"),
  task_split: z
    .string()
    .min(1)
    .exactOptional()
    .describe("The split; else the row's own, else train, else the first"),
  agent_strategy: z.enum(['tool-calling', 'act', 'react', 'few-shot']).default('tool-calling'),
  user_strategy: z
    .enum(['llm', 'react', 'verify', 'reflection', 'human', 'scripted'])
    .exactOptional()
    .describe('Who plays the user; else llm with a user_model, scripted without'),
  user_model: z.string().min(1).exactOptional(),
  user_model_provider: z.string().min(1).default('openai'),
  user_base_url: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Root of an OpenAI-compatible API; else that of the provider'),
  user_api_key_env: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable, never the key itself')
    .exactOptional()
    .describe('Name of the variable that holds the key; else that of the provider'),
  user_temperature: z.number().min(0).max(2).exactOptional(),
  user_max_tokens: z.int().positive().exactOptional(),
  user_timeout: z.number().positive().max(86_400).default(60).describe('Seconds, each try'),
  user_retries: z.int().min(0).max(20).default(3),
  user_concurrency: z.int().positive().max(4096).default(32),
  user_price_prompt: price.exactOptional().describe('USD for a million tokens'),
  user_price_completion: price.exactOptional().describe('USD for a million tokens'),
  user_cost_limit: price.exactOptional().describe('USD of this process; needs both prices'),
  few_shot_displays_path: z.string().min(1).exactOptional(),
  num_few_shots: z.int().positive().default(5),
  max_turns: z.int().positive().default(30),
  data_dir: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Folder of `slime-env-tau import`; else SLIME_TAU_DATA, else the small world'),
  one_call_per_turn: z.boolean().default(false),
  tool_instruction: z
    .enum(['template', 'one_call'])
    .default('template')
    .describe('What the chat template says of calling tools, or that one may be called a turn'),
  output_match: z.enum(['substring', 'boundary']).default('substring'),
  state_match: z.enum(['exact', 'unordered']).default('exact'),
  idle_tasks: z.enum(['keep', 'flag', 'exclude', 'communicate']).exactOptional(),
  user_stop: z.enum(['message', 'anywhere']).default('message'),
});

/** The configuration of an episode. */
export type TauConfig = z.infer<typeof tauConfigSchema>;
