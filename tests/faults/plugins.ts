import {
  type BuildContext,
  type CustomGenerate,
  type CustomRM,
  defineEnv,
  type InteractionEnv,
  type MaybePromise,
} from 'slime-sdk';

/** What a test has its plugins do; the host loads this module and calls it as any user's. */
export interface Given {
  build?: (context: BuildContext<unknown>) => MaybePromise<InteractionEnv<unknown>>;
  generate?: CustomGenerate;
  reward?: CustomRM;
}

const KEY = Symbol.for('slime-env-tests/given');

/** Sets what the plugins of this module do from now on. */
export function give(plugins: Given): void {
  Reflect.set(globalThis, KEY, plugins);
}

function given(): Given {
  const found: Given | undefined = Reflect.get(globalThis, KEY);
  return found ?? {};
}

function build(context: BuildContext<unknown>): MaybePromise<InteractionEnv<unknown>> {
  const make = given().build;
  if (make === undefined) throw new TypeError('the test gave no env');
  return make(context);
}

const base = { apiVersion: 1, build } as const;

/** Gives no reward. */
export const plain = defineEnv({ ...base, name: 'plain' });

/** Gives the last step's reward. */
export const rewarded = defineEnv({
  ...base,
  name: 'rewarded',
  reward: { reduction: 'last', range: [0, 1] },
});

/** Its reward is added to that of the reward function. */
export const summed = defineEnv({
  ...base,
  name: 'summed',
  reward: { reduction: 'last', range: [0, 1], combine: 'sum' },
});

/** Observations over the budget are cut. */
export const cutting = defineEnv({
  ...base,
  name: 'cutting',
  observation: { overflow: 'cut' },
});

/** The same, and their ends stay. */
export const cuttingLeft = defineEnv({
  ...base,
  name: 'cutting-left',
  observation: { overflow: 'cut-left' },
});

/** slime's bare function. */
export const buildEnv = build;

/** A reward function of one sample. */
export const customRm: CustomRM = (...inputs) => rewardOf(inputs);

/** One that takes a whole group. */
export const batchedCustomRm: CustomRM = (...inputs) => rewardOf(inputs);

function rewardOf(inputs: Parameters<CustomRM>): ReturnType<CustomRM> {
  const { reward } = given();
  if (reward === undefined) throw new TypeError('the test gave no reward');
  return reward(...inputs);
}

/** A custom generate function. */
export const customGenerate: CustomGenerate = (...inputs) => {
  const { generate } = given();
  if (generate === undefined) throw new TypeError('the test gave no generate function');
  return generate(...inputs);
};
