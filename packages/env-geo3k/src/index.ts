export { calcScore, type Scoring } from './calc-score.ts';
export { Geo3kEnv, geo3kEnv } from './geo3k-env.ts';
export { geo3kPolicy } from './geo3k-policy.ts';
export { geo3kReward } from './geo3k-reward.ts';
