export { generate } from './generate.ts';
export { policy } from './policy.ts';
export { reward } from './reward.ts';
