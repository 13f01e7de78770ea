export { doNothing } from './policy/do-nothing.ts';
export { oracle } from './policy/oracle.ts';
export { randomCalls } from './policy/random-calls.ts';
