import type { Answer } from './answer.ts';

type Clock = Extract<Answer, { kind: 'clock' }>;

/** What stands outside of text is no product: it has minutes, full stops or a blank and capitals. */
const TIME =
  /^(\d{1,2})(?::([0-5]\d)[\s~]*(?:[ap]\.?\s?m\.?|[AP]\.?\s?M\.?)|[\s~]*(?:[ap]\.\s?m\.?|[AP]\.\s?M\.?)|[\s~]+(?:AM|PM))$/;
const TIME_IN_TEXT = /^(\d{1,2})(?::([0-5]\d))?[\s~]*[ap]\.?\s?m\.?$/i;
const TEXT_COMMAND = /\\(?:text|mbox|mathrm|textrm)\s*\{([^{}\\]*)\}/g;
const ROOM = /\\[,;: !]/g;

/** Reads a time with its half of the day: `3:30\text{ PM}`, `6 p.m.`. Null for anything else. */
export function readClock(source: string): Clock | null {
  const text = source.replaceAll(TEXT_COMMAND, '$1').replaceAll(ROOM, ' ').trim();
  const pattern = text === source.replaceAll(ROOM, ' ').trim() ? TIME : TIME_IN_TEXT;
  const [, hour, minute = '0'] = pattern.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 12) return null;
  return {
    kind: 'clock',
    hour: BigInt(hour),
    minute: BigInt(minute),
    isAfternoon: /p/i.test(text),
  };
}
