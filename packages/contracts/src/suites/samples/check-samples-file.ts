import { isSlimeError, type RolloutArgs } from 'slime-sdk';
import type { CheckReport, PluginReport } from '../../report/report.ts';
import { quoteWord } from '../../runner/replay-command.ts';
import { masked, responses, scored, tokens, topP, trainable, weightVersions } from './single.ts';
import { indices, optionalFields, rolloutIds, trainedTwice } from './across.ts';
import { certain } from './certain.ts';
import { constantGroups, equalRewards, groupSizes } from './groups.ts';
import { invariants } from './invariants.ts';
import { bareNan, json } from './lines.ts';
import { type ReadLine, readSamples } from './read-samples.ts';
import type { SampleCheck, SampleJudge, StoredSample } from './sample-check.ts';
import { siblingPrompts } from './sibling-prompts.ts';
import { shape } from './shape.ts';
import { Tally } from './tally.ts';
import { readVocabSize } from './vocab-size.ts';

/** Laws over samples that could be read, in order. */
export const SAMPLE_LAWS: readonly SampleCheck[] = [
  tokens,
  ...invariants,
  topP,
  certain,
  masked,
  scored,
  trainable,
  responses,
  weightVersions,
  indices,
  rolloutIds,
  trainedTwice,
  optionalFields,
  groupSizes,
  siblingPrompts,
  constantGroups,
  equalRewards,
];

/** What is known besides the file. */
export interface SamplesOptions {
  args: RolloutArgs;
  /** A reward post-process of the user's reads the rewards. Default: false. */
  hasPostProcess?: boolean;
}

/**
 * Checks stored samples, JSON lines of ours or of slime's debug dumps. The file is read once, as a
 * stream; what is kept of a sample is a few numbers. A file that cannot be read is told in the
 * report's `error`.
 */
export async function checkSamplesFile(
  file: string,
  options: SamplesOptions,
): Promise<PluginReport> {
  const report = (error: string | null, checks: CheckReport[]): PluginReport => ({
    kind: 'samples',
    spec: file,
    file,
    sha256: null,
    error,
    checks,
    branches: null,
    output: [],
  });
  const refusal = refuseTorch(file);
  if (refusal !== null) return report(refusal, []);
  try {
    return report(null, await check(file, options));
  } catch (error) {
    if (isSlimeError(error)) return report(error.message, []);
    throw error;
  }
}

async function check(
  file: string,
  { args, hasPostProcess = false }: SamplesOptions,
): Promise<CheckReport[]> {
  const started = performance.now();
  const context = { args, hasPostProcess, vocabSize: await readVocabSize(args) };
  const base = { json: new Tally(json), bareNan: new Tally(bareNan), shape: new Tally(shape) };
  const laws = SAMPLE_LAWS.map((law) => ({
    law,
    judge: law.start(context),
    tally: new Tally(law),
  }));
  let last: Pick<StoredSample, 'line' | 'prefix'> = { line: 1, prefix: [] };
  for await (const line of readSamples(file, args.reward_key)) {
    takeLine(line, base);
    for (const stored of line.samples) {
      last = stored;
      takeShape(stored, base.shape);
      if (stored.sample === null) continue;
      const whole = { ...stored, sample: stored.sample };
      for (const { judge, tally } of laws) takeSample(whole, judge, tally);
    }
  }
  if (base.shape.cases === 0) base.json.reporterFor(last)('there is no sample in the file');
  for (const { judge, tally } of laws) judge.end?.(tally.reporterFor(last));

  const seconds = Math.round(performance.now() - started) / 1000;
  const command = `npx slime-contracts --samples ${quoteWord(file)}`;
  const isUnread = base.json.fellShort && base.shape.cases === 0;
  return [
    base.json.report({ needs: 'lines' }, command, seconds),
    base.bareNan.report(blocked(isUnread, 'samples/json') ?? { needs: 'lines' }, command, 0),
    base.shape.report(blocked(isUnread, 'samples/json') ?? { needs: 'samples' }, command, 0),
    ...laws.map(({ law, tally }) => {
      const isBlind = tally.cases === 0 && (isUnread || base.shape.fellShort);
      return tally.report(
        blocked(isBlind, isUnread ? 'samples/json' : 'samples/shape') ?? { needs: law.needs },
        command,
        0,
      );
    }),
  ];
}

function blocked(is: boolean, by: string): { blockedBy: string[] } | null {
  return is ? { blockedBy: [by] } : null;
}

function takeLine(
  { line, fault, bareColumn }: ReadLine,
  base: { json: Tally; bareNan: Tally },
): void {
  const at = { line, prefix: [] };
  for (const tally of [base.json, base.bareNan]) {
    tally.cases += 1;
    tally.met += 1;
  }
  if (fault !== null) base.json.reporterFor(at)(fault);
  if (bareColumn !== null) base.bareNan.reporterFor(at)(`column ${bareColumn}`);
}

function takeShape(stored: StoredSample, tally: Tally): void {
  tally.cases += 1;
  tally.met += 1;
  const report = tally.reporterFor(stored);
  for (const issue of stored.issues) {
    if (issue.code === 'shape') report(issue.message, issue.path);
  }
}

function takeSample(
  stored: Parameters<SampleJudge['look']>[0],
  judge: SampleJudge,
  tally: Tally,
): void {
  tally.cases += 1;
  if (judge.look(stored, tally.reporterFor(stored))) tally.met += 1;
}

/** slime's own dumps (`--save-debug-rollout-data`) are torch files. */
function refuseTorch(file: string): string | null {
  if (!/\.pth?$/i.test(file)) return null;
  return (
    `${file} is a torch file: write its samples as JSON lines first, where torch is installed; ` +
    'the docs of slime-contracts have ten lines of Python for it (Stored samples)'
  );
}
