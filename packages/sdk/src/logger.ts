import type { JsonObject } from './json.ts';

/** Where a plugin writes what a person should read; never standard output. */
export interface Logger {
  debug(message: string, data?: JsonObject): void;
  info(message: string, data?: JsonObject): void;
  warn(message: string, data?: JsonObject): void;
  error(message: string, data?: JsonObject): void;
}
