/** Laws of a test's own about a reward: it is asked to attack, and then it is asked once more. */
export const LAWS: string = `
import { examination, property } from 'slime-contracts';
import fc from 'fast-check';
import { createSample } from 'slime-sdk';

const view = { finalText: '', policyText: '', turns: [], seed: 0 };
const text = { why: 'It is a test.', fix: 'None.', source: 'here', faults: [], requires: [] };

const ask = async (target, response, trial) => {
  const sample = createSample({ response });
  const value = await trial.call('reward', () => target.score([{ sample, view }]));
  if (value !== 1) trial.fail({ expected: 'the reward 1', got: value });
};

export const laws = [
  property({
    ...text,
    id: 'rm/own-attack',
    title: 'it may attack',
    inputs: () => fc.constantFrom('calm', 'attack'),
    holds: (target, response, trial) => ask(target, response, trial),
  }),
  examination({
    ...text,
    id: 'rm/own-next',
    title: 'the run goes on',
    examine: (target, trial) => ask(target, 'calm', trial),
  }),
];
`;

/** Flags that run these laws alone, quickly. */
export const OWN_LAWS: readonly string[] = [
  '--laws',
  './laws.js',
  '--only',
  'rm/own-attack',
  'rm/own-next',
  '--timeout',
  '1',
  '--runs',
  '10',
  '--seed',
  '1',
];
