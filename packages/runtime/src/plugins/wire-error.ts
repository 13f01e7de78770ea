import {
  ConfigError,
  DataError,
  EnvError,
  findJsonFault,
  GraderError,
  isSlimeError,
  type JsonObject,
  PluginError,
  RetryableEnvError,
} from 'slime-sdk';
import type { WireError } from './child-protocol.ts';
import { describeThrown, isError, readSafely, textOf } from './describe-thrown.ts';

const CLASSES = {
  SLIME_CONFIG: ConfigError,
  SLIME_DATA: DataError,
  SLIME_PLUGIN: PluginError,
  SLIME_ENV: EnvError,
  SLIME_ENV_RETRYABLE: RetryableEnvError,
  SLIME_GRADER: GraderError,
} as const;

/** Makes plain data of an error, its causes included. */
export function encodeError(error: unknown, depth = 0): WireError {
  if (!isError(error)) {
    const message = describeThrown(error);
    return { code: null, name: 'Error', message, stack: null, data: {}, cause: null };
  }
  const ours = isSlimeError(error) ? error : null;
  const cause = depth < 3 ? readSafely(error, 'cause') : undefined;
  return {
    code: ours?.code ?? null,
    name: textOf(error, 'name'),
    message: textOf(error, 'message'),
    stack: textOf(error, 'stack'),
    data: ours === null || findJsonFault(ours.data) !== undefined ? {} : ours.data,
    cause: cause === undefined ? null : encodeError(cause, depth + 1),
  };
}

/** Makes an error of the same class, or that which it extends, of what {@link encodeError} gave. */
export function decodeError(wire: WireError): Error {
  const options = {
    ...(wire.cause === null ? {} : { cause: decodeError(wire.cause) }),
    data: wire.data as JsonObject,
  };
  const known = Object.entries(CLASSES).find(([code]) => code === wire.code)?.[1];
  const error =
    known === undefined ? new Error(wire.message, options) : new known(wire.message, options);
  error.name = wire.name;
  if (known !== undefined) return error;
  if (wire.stack !== null) error.stack = wire.stack;
  return error;
}
