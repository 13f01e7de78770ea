import { definePolicy } from 'slime-sdk';
import { readPolicyConfig } from './policy-config.ts';
import { createTurnWriter } from './write-turn.ts';

const WORDS = 'I am not sure.';

/**
 * A control that calls no tool and tells the user nothing: what it is paid for, its task pays
 * anybody.
 */
export const doNothing = definePolicy({
  name: 'tau-do-nothing',
  build({ args }) {
    const write = createTurnWriter(readPolicyConfig(args), args);
    return () => write({ say: WORDS }, '');
  },
});
