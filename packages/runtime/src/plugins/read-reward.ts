import {
  type BatchedCustomRM,
  type CustomRM,
  isRewardDefinition,
  PluginError,
  type RewardDeclaration,
  type RewardLaw,
} from 'slime-sdk';
import { z } from 'zod';
import {
  isPlainFunction,
  type LoadedModule,
  pickExport,
  type Picked,
  wrongShape,
} from './pick-export.ts';
import { parseDeclaration } from './read-declaration.ts';

/** What a reward claims of itself beyond what scoring reads; contracts hold it to this. */
export type RewardClaims = Required<
  Pick<RewardDeclaration, 'growth' | 'laws' | 'paysWithoutLabel'>
> & { examples: RewardDeclaration['examples'] | null };

/** What of a reward's declaration scoring reads; plain data. */
export interface RewardFacts extends Pick<RewardDeclaration, 'range' | 'deterministic' | 'reads'> {
  /** True where `reads` is its own word, not the default. */
  declaresReads?: true;
}

/** A reward function as its module declares it. */
export type RewardPlugin = {
  declaration: RewardFacts;
  claims: RewardClaims;
  /** Schema of its own configuration keys. */
  config: z.ZodType | null;
} & ({ mode: 'single'; reward: CustomRM } | { mode: 'group'; reward: BatchedCustomRM });

const declarationSchema = z.looseObject({
  range: z.tuple([z.number(), z.number()]).optional(),
  deterministic: z.boolean().default(true),
  reads: z
    .array(z.enum(['policy', 'label', 'metadata', 'prompt', 'observation']))
    .default(['policy', 'label', 'metadata']),
  declaresReads: z.literal(true).optional(),
});

const claimsSchema = z.looseObject({
  growth: z.enum(['constant', 'linear', 'quadratic']).default('linear'),
  laws: z
    .array(
      z.union([
        z.enum([
          'ignores-whitespace',
          'ignores-case',
          'ignores-reasoning',
          'reads-label',
          'scores-alone',
        ]),
        z.custom<RewardLaw>(
          (value) => rewardLawSchema.safeParse(value).success,
          "must be the name of a law, or { name, change(response, sample), expect: 'same' | 'lower' | 'higher' }",
        ),
      ]),
    )
    .default([]),
  paysWithoutLabel: z.boolean().default(false),
  examples: z
    .custom<NonNullable<RewardDeclaration['examples']>>(
      (value) => examplesSchema.safeParse(value).success,
      'must be { right(sample), wrong(sample) }',
    )
    .nullable()
    .default(null),
});

const aFunction = z.custom<object>((value) => typeof value === 'function');
const rewardLawSchema = z.looseObject({
  name: z.string().min(1),
  change: aFunction,
  expect: z.enum(['same', 'lower', 'higher']),
});
const examplesSchema = z.looseObject({ right: aFunction, wrong: aFunction });

/**
 * Reads the reward function of a module. A bare function is a single one, except the export
 * `batchedCustomRm`; a `defineReward` value says its mode.
 *
 * @throws PluginError when it is something else or of the other mode.
 */
export function readReward(module: LoadedModule, mode: 'single' | 'group'): RewardPlugin {
  const names = ['default', mode === 'group' ? 'batchedCustomRm' : 'customRm'];
  const other = mode === 'group' ? 'customRm' : 'batchedCustomRm';
  const picked = pickExport(
    module,
    module.exports[other] === undefined ? names : [...names, other],
    (candidate) => modeOf(candidate) === mode,
  );
  const found = modeOf(picked);
  if (found === null) {
    throw wrongShape(
      module,
      'reward',
      picked,
      mode === 'group'
        ? "defineReward({ mode: 'group', reward }) or a function batchedCustomRm(args, samples)"
        : "defineReward({ mode: 'single', reward }) or a function customRm(args, sample)",
    );
  }
  if (found !== mode) throw wrongMode(module, picked, mode);
  return rewardOf(module, picked, mode);
}

function modeOf({ name, value }: Picked): 'single' | 'group' | null {
  if (isRewardDefinition(value)) return value.mode;
  if (!isPlainFunction(value)) return null;
  return name === 'batchedCustomRm' ? 'group' : 'single';
}

function rewardOf(module: LoadedModule, picked: Picked, mode: 'single' | 'group'): RewardPlugin {
  const { value } = picked;
  if (!isRewardDefinition(value)) {
    const bare = {
      declaration: readRewardDeclaration({}),
      claims: readClaims(claimsSchema.parse({})),
      config: null,
    };
    return mode === 'single'
      ? { mode, ...bare, reward: value as CustomRM }
      : { mode, ...bare, reward: value as BatchedCustomRM };
  }
  const declaration = readRewardDeclaration({
    ...parseDeclaration(module, picked, declarationSchema, value),
    ...(value.reads === undefined ? {} : { declaresReads: true }),
  });
  const claims = readClaims(parseDeclaration(module, picked, claimsSchema, value));
  const declared = { declaration, claims, config: value.config ?? null };
  return value.mode === 'single'
    ? { mode: value.mode, ...declared, reward: value.reward }
    : { mode: value.mode, ...declared, reward: value.reward };
}

function readClaims(claims: z.output<typeof claimsSchema>): RewardClaims {
  const { growth, laws, paysWithoutLabel, examples } = claims;
  return { growth, laws, paysWithoutLabel, examples };
}

/** Completes what a reward declares with the defaults; plain data. */
export function readRewardDeclaration(value: unknown): RewardPlugin['declaration'] {
  const { range, deterministic, reads, declaresReads } = declarationSchema.parse(value);
  return {
    deterministic,
    reads,
    ...(range === undefined ? {} : { range }),
    ...(declaresReads === undefined ? {} : { declaresReads }),
  };
}

function wrongMode(module: LoadedModule, picked: Picked, mode: 'single' | 'group'): PluginError {
  const what = `export "${picked.name}" of ${module.file}`;
  return new PluginError(
    mode === 'group'
      ? `--group-rm needs a reward for whole groups, and ${what} takes a single sample: declare ` +
          "defineReward({ mode: 'group' }) or export batchedCustomRm, or leave out --group-rm"
      : `${what} is a reward for whole groups: add --group-rm, or declare ` +
          "defineReward({ mode: 'single' }) or export customRm",
    { data: { spec: module.spec, file: module.file, export: picked.name } },
  );
}
