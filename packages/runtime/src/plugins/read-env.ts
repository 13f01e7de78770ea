import {
  type BuildContext,
  type InteractionEnv,
  isEnvDefinition,
  type MaybePromise,
} from 'slime-sdk';
import { z } from 'zod';
import { isPlainFunction, type LoadedModule, pickExport, wrongShape } from './pick-export.ts';
import type { HostedEnvDeclaration } from './plugin-host.ts';
import { assertApiVersion, parseDeclaration } from './read-declaration.ts';

/** What an environment claims of itself beyond what the loop reads; contracts hold it to this. */
export interface EnvClaims {
  feedback: 'every-turn' | readonly string[];
  ends: boolean;
  bounds: { observationLength: number; holdMs: number };
}

/** An environment as its module declares it. */
export interface EnvPlugin {
  declaration: HostedEnvDeclaration;
  claims: EnvClaims;
  /** Schema of its own configuration keys. */
  config: z.ZodType | null;
  build(context: BuildContext<unknown>): MaybePromise<InteractionEnv<unknown>>;
}

const declarationSchema = z.looseObject({
  name: z.string().min(1),
  deterministic: z.boolean().default(true),
  reward: z
    .object({
      reduction: z.enum(['last', 'sum']),
      range: z.tuple([z.number(), z.number()]),
      combine: z.enum(['sum', 'env', 'reward']).optional(),
    })
    .nullable()
    .default(null),
  observation: z
    .object({
      overflow: z.enum(['end', 'cut', 'cut-left']).default('end'),
      empty: z.boolean().default(false),
    })
    .prefault({}),
});

const claimsSchema = z.looseObject({
  feedback: z.union([z.literal('every-turn'), z.array(z.string())]).default([]),
  ends: z.boolean().default(true),
  bounds: z
    .object({
      observationLength: z.int().positive().default(1_000_000),
      holdMs: z.number().positive().default(1000),
    })
    .prefault({}),
});

/** Completes what an env declares with the defaults; plain data. */
export function readEnvDeclaration(value: unknown): HostedEnvDeclaration {
  const { name, deterministic, reward, observation } = declarationSchema.parse(value);
  if (reward === null) return { name, deterministic, observation, reward };
  const { reduction, range, combine } = reward;
  return {
    name,
    deterministic,
    observation,
    reward: { reduction, range, ...(combine === undefined ? {} : { combine }) },
  };
}

/**
 * Reads the environment of a module: a `defineEnv` value, or slime's bare `buildEnv`.
 *
 * @throws PluginError when it is something else, or declares another API version.
 */
export function readEnv(module: LoadedModule): EnvPlugin {
  const picked = pickExport(
    module,
    ['default', 'buildEnv'],
    ({ value }) => isEnvDefinition(value) || isPlainFunction(value),
  );
  const { value } = picked;
  if (isEnvDefinition(value)) {
    assertApiVersion(module, picked, value.apiVersion);
    const { feedback, ends, bounds } = parseDeclaration(module, picked, claimsSchema, value);
    return {
      declaration: readEnvDeclaration(parseDeclaration(module, picked, declarationSchema, value)),
      claims: { feedback, ends, bounds },
      config: value.config ?? null,
      build: (context) => value.build(context),
    };
  }
  if (isPlainFunction(value)) {
    return {
      declaration: {
        name: module.spec,
        deterministic: true,
        reward: null,
        observation: { overflow: 'end', empty: false },
      },
      claims: claimsSchema.parse({}),
      config: null,
      build: value as EnvPlugin['build'],
    };
  }
  throw wrongShape(
    module,
    'env',
    picked,
    'defineEnv({ name, apiVersion: 1, build }) or a function buildEnv({ sample, args }) that returns a new env',
  );
}
