import { expect, it } from 'vitest';
import { createRolloutArgs } from '../src/index.ts';

it.each(['env_step_timeout', 'reward_timeout'] as const)(
  '%s takes no more than a timer can hold, beyond which it would fire at once',
  (key) => {
    expect(createRolloutArgs({ [key]: 2_147_483 })[key]).toBe(2_147_483);
    expect(() => createRolloutArgs({ [key]: 2_147_484 })).toThrow(key);
  },
);
