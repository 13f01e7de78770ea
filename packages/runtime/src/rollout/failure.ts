import { type FailureCause, type FailureReport, isSlimeError } from 'slime-sdk';
import {
  classNameIn,
  cutText,
  describeThrown,
  errorNameOf,
  isError,
  textOf,
} from '../plugins/describe-thrown.ts';

/** Ends an episode: whose failure, and what is kept of it. */
export class EpisodeFailure extends Error {
  readonly ending: FailureCause;
  readonly report: FailureReport;

  constructor(ending: FailureCause, cause: unknown, where: string, turn: number | null) {
    const report = reportFailure(cause, where, turn);
    super(report.message, { cause });
    this.ending = ending;
    this.report = report;
  }
}

/**
 * Describes an error for `metadata.failure`. Of a branded error `data.where` wins over `where`, and
 * `data.error_name`, what a plugin threw, over the name of the error that it arrived as.
 */
export function reportFailure(cause: unknown, where: string, turn: number | null): FailureReport {
  const known = isSlimeError(cause);
  const named = known ? cause.data['where'] : undefined;
  const thrown = known ? classNameIn(cause.data['error_name']) : null;
  const { name, message } = nameAndMessage(cause);
  return {
    name: thrown ?? name,
    message,
    code: known ? cause.code : null,
    where: typeof named === 'string' ? named : where,
    turn,
  };
}

/** A plugin may throw anything: what cannot be read is described, megabytes are cut. */
function nameAndMessage(cause: unknown): Pick<FailureReport, 'name' | 'message'> {
  if (isError(cause))
    return { name: errorNameOf(cause) ?? 'Error', message: textOf(cause, 'message') };
  const text = typeof cause === 'string' ? `threw ${cause}` : describeThrown(cause);
  return { name: typeof cause, message: cutText(text) };
}

const CAUSE_BY_CODE: Readonly<Record<string, FailureCause>> = {
  SLIME_ENV: 'env_failed',
  SLIME_ENV_RETRYABLE: 'env_failed',
  SLIME_PLUGIN: 'env_failed',
  SLIME_ENGINE: 'engine_failed',
  SLIME_GRADER: 'grader_failed',
  SLIME_DATA: 'data_failed',
};

/**
 * Classifies an error by its code; what has none is blamed on `fallback`. Data that a plugin
 * refused ({@link DataError}) stays the data's failure through the plugin's border.
 */
export function causeOf(error: unknown, fallback: FailureCause): FailureCause {
  if (!isSlimeError(error)) return fallback;
  if (isSlimeError(error.cause) && error.cause.code === 'SLIME_DATA') return 'data_failed';
  return CAUSE_BY_CODE[error.code] ?? fallback;
}
