import { isSlimeError } from 'slime-sdk';
import { assertStrategy } from '../agent/open-strategy.ts';
import { assertDataFolder } from '../tasks/tau-data.ts';
import { assertUser } from '../user/open-user.ts';
import { tauConfigSchema } from './tau-config.ts';
import { toolInstruction } from './tool-instruction.ts';

/**
 * {@link tauConfigSchema} of a run: keys that contradict each other, a model without a name or a key
 * and a folder without data are refused before the first episode.
 */
export const envConfigSchema: typeof tauConfigSchema = tauConfigSchema.superRefine(
  (config, context) => {
    const check = (key: keyof typeof config, run: () => unknown): void => {
      try {
        run();
      } catch (error) {
        if (!isSlimeError(error)) throw error;
        context.addIssue({ code: 'custom', path: [key], message: error.message });
      }
    };
    check('tool_instruction', () => toolInstruction(config));
    check('few_shot_displays_path', () => assertStrategy(config));
    check('user_strategy', () => assertUser(config));
    check('data_dir', () => assertDataFolder(config));
  },
);
