import { z } from 'zod';
import { DOMAINS } from '../world/database.ts';

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
  max_turns: z.int().positive().default(30),
  data_dir: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Folder of `slime-env-tau import`; else SLIME_TAU_DATA, else the small world'),
  one_call_per_turn: z.boolean().default(false),
  output_match: z.enum(['substring', 'boundary']).default('substring'),
  state_match: z.enum(['exact', 'unordered']).default('exact'),
  idle_tasks: z.enum(['keep', 'flag', 'exclude', 'communicate']).default('keep'),
  user_stop: z.enum(['message', 'anywhere']).default('message'),
});

/** The configuration of an episode. */
export type TauConfig = z.infer<typeof tauConfigSchema>;
