import {
  type CustomGenerate,
  isGenerateDefinition,
  isPolicyDefinition,
  type MaybePromise,
  type Policy,
  type RolloutArgs,
} from 'slime-sdk';
import { z } from 'zod';
import { isPlainFunction, type LoadedModule, pickExport, wrongShape } from './pick-export.ts';
import { assertApiVersion, parseDeclaration } from './read-declaration.ts';

/** Builds the policy of a run. */
export type BuildPolicy = (context: { args: RolloutArgs }) => MaybePromise<Policy>;

/** A generate function and what it claims of itself; contracts hold it to this. */
export interface GeneratePlugin {
  generate: CustomGenerate;
  claims: { deterministic: boolean; fanOutReward: 'full' | 'split' };
}

const claimsSchema = z.looseObject({
  deterministic: z.boolean().default(true),
  fanOutReward: z.enum(['full', 'split']).default('full'),
});

/** The generate function of a module alone; see {@link readGeneratePlugin}. */
export function readGenerate(module: LoadedModule): CustomGenerate {
  return readGeneratePlugin(module).generate;
}

/**
 * Reads the generate function of a module: a `defineGenerate` value or a bare function.
 *
 * @throws PluginError when it is something else.
 */
export function readGeneratePlugin(module: LoadedModule): GeneratePlugin {
  const picked = pickExport(
    module,
    ['default', 'customGenerate'],
    ({ value }) => isGenerateDefinition(value) || isPlainFunction(value),
  );
  const { value } = picked;
  if (isGenerateDefinition(value)) {
    assertApiVersion(module, picked, value.apiVersion);
    const { deterministic, fanOutReward } = parseDeclaration(module, picked, claimsSchema, value);
    return {
      generate: (...call) => value.generate(...call),
      claims: { deterministic, fanOutReward },
    };
  }
  if (isPlainFunction(value)) {
    return {
      generate: value as CustomGenerate,
      claims: { deterministic: true, fanOutReward: 'full' },
    };
  }
  throw wrongShape(
    module,
    'generate',
    picked,
    'defineGenerate({ name, apiVersion: 1, generate }) or a function ' +
      'customGenerate(args, sample, samplingParams, context)',
  );
}

/**
 * Reads the policy of a module: a `definePolicy` value, or a bare function that is the policy.
 *
 * @throws PluginError when it is something else.
 */
export function readPolicy(module: LoadedModule): BuildPolicy {
  const picked = pickExport(
    module,
    ['default', 'policy'],
    ({ value }) => isPolicyDefinition(value) || isPlainFunction(value),
  );
  const { value } = picked;
  if (isPolicyDefinition(value)) return (context) => value.build(context);
  if (isPlainFunction(value)) return () => value as Policy;
  throw wrongShape(
    module,
    'policy',
    picked,
    'definePolicy({ name, build }) or a function policy(request)',
  );
}
