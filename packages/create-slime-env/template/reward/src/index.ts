export { policy } from './policy.ts';
export { reward } from './reward.ts';
