import type { Logger, MaybePromise } from 'slime-sdk';
import type { AbandonedCalls } from './abandoned-calls.ts';
import type { CallMonitor } from './call-monitor.ts';
import type { CallScope } from './call-scope.ts';
import { describeThrown } from './describe-thrown.ts';
import { type CallFacts, callFailure, PAST_BOUND, thrownFailure } from './plugin-failure.ts';

/** A loaded plugin, as its calls need to know it. */
export interface CalledPlugin {
  /** `env "geo3k"`. */
  readonly name: string;
  /** Deadline of each call. */
  readonly seconds: number;
  readonly log: Logger;
  readonly monitor: CallMonitor;
  readonly abandoned: AbandonedCalls;
}

/** One call of a plugin. */
export interface PluginCall<T> {
  facts: CallFacts;
  scope: CallScope;
  run: () => MaybePromise<T>;
  /** Whether it must settle in the plugin’s seconds; default true. */
  hasDeadline?: boolean;
  /** Given what the call results in after nobody waits for it any more. */
  onLate?: (value: T) => void;
}

/**
 * Calls a plugin under its deadline. An answer that is no promise is taken as it is: no timer, no
 * listener. A call over its deadline is abandoned, and the scope's signal fires.
 *
 * @throws EnvError, RetryableEnvError or GraderError for what the plugin threw or did not finish;
 * the scope's reason when it is aborted.
 */
export async function callPlugin<T>(plugin: CalledPlugin, call: PluginCall<T>): Promise<T> {
  const { facts, scope } = call;
  if (scope.signal.aborted) throw scope.signal.reason;
  const entry = plugin.monitor.begin(plugin.name, facts, plugin.seconds);
  try {
    let result: MaybePromise<T>;
    try {
      result = call.run();
    } finally {
      plugin.monitor.returned(entry);
    }
    return isThenable(result) ? await settle(plugin, call, result) : result;
  } catch (thrown) {
    throw thrown instanceof Ended ? thrown.reason : thrownFailure(facts, thrown);
  } finally {
    plugin.monitor.end(entry);
  }
}

/** Carries the reason for which a call was no longer waited for. */
class Ended {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

function isThenable<T>(value: MaybePromise<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}

function settle<T>(plugin: CalledPlugin, call: PluginCall<T>, result: Promise<T>): Promise<T> {
  const { scope, facts } = call;
  return new Promise<T>((resolve, reject) => {
    let waiting = true;
    const finish = <V>(how: (value: V) => void, value: V): void => {
      waiting = false;
      clearTimeout(timer);
      forget();
      how(value);
    };
    const abandon = (reason: unknown): void => {
      plugin.abandoned.abandon();
      finish(reject, new Ended(reason));
    };
    const forget = scope.whenAborted(abandon);
    const onTime = (): void =>
      scope.abort(
        callFailure(facts, `did not settle in ${plugin.seconds} s`, { data: PAST_BOUND }),
      );
    const timer =
      call.hasDeadline === false ? undefined : setTimeout(onTime, plugin.seconds * 1000);
    Promise.resolve(result).then(
      (value) => (waiting ? finish(resolve, value) : late(plugin, call, value)),
      (thrown: unknown) => (waiting ? finish(reject, thrown) : lateFailure(plugin, facts, thrown)),
    );
  });
}

function late<T>(plugin: CalledPlugin, { facts, onLate }: PluginCall<T>, value: T): void {
  plugin.log.debug(`${facts.plugin}: ${facts.where} finished after nobody waited for it`);
  onLate?.(value);
  plugin.abandoned.settle();
}

function lateFailure(plugin: CalledPlugin, facts: CallFacts, thrown: unknown): void {
  plugin.log.warn(
    `${facts.plugin}: ${facts.where} ${describeThrown(thrown)} after nobody waited for it`,
  );
  plugin.abandoned.settle();
}
