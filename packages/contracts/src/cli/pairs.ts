import { ConfigError } from 'slime-sdk';
import type { Severity } from '../severity.ts';

/** Reads `ID=VALUE` words. @throws ConfigError for one without a value */
export function readPairs(
  flag: string,
  words: readonly string[],
  what: string,
): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const [id = '', value = ''] = word.split(/=(.*)/s, 2);
      if (id !== '' && value.trim() !== '') return [id, value.trim()];
      throw new ConfigError(`${flag} ${word}: write ID=${what}`);
    }),
  );
}

/** Reads `ID=error` and `ID=warning` words. @throws ConfigError for another level */
export function readSeverities(words: readonly string[]): Record<string, Severity> {
  return Object.fromEntries(
    Object.entries(readPairs('--severity', words, 'error or ID=warning')).map(([id, level]) => {
      if (level === 'error' || level === 'warning') return [id, level];
      throw new ConfigError(`--severity ${id}=${level}: the levels are error and warning`);
    }),
  );
}
