export { CratesEnv, env } from './crates-env.ts';
export { policy } from './policy.ts';
export { reward } from './reward.ts';
