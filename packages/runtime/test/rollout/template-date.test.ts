import fc from 'fast-check';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { TemplateDate } from '../../src/rollout/template-date.ts';
import { compileChatTemplate } from '../../src/tokens/jinja/chat-template.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const FORMAT = '%Y-%m-%dT%H:%M:%S|%c|%I %p|%G-W%V %U %W %j %u|%f';

function written(text: string, zone: string): string {
  vi.stubEnv('TZ', zone);
  const date = TemplateDate.parse(text);
  if (date === null) throw new TypeError(`${text} is no date`);
  const source = `{{ strftime_now('${FORMAT}') }}`;
  return compileChatTemplate(source, 'dated.jinja', () => date).render({});
}

it.each([
  // Python's datetime writes these. Berlin skips the hour, Apia the whole day.
  ['2026-03-29T02:30:00', 'Sun Mar 29 02:30:00 2026|02 AM|2026-W13 13 12 088 7|000000'],
  ['2011-12-30T00:00:05', 'Fri Dec 30 00:00:05 2011|12 AM|2011-W52 52 52 364 5|000000'],
  ['2027-01-01T12:00:00', 'Fri Jan  1 12:00:00 2027|12 PM|2026-W53 00 00 001 5|000000'],
])('%s is written the same in every zone', (text, expected) => {
  for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/St_Johns']) {
    expect(written(text, zone)).toBe(`${text}|${expected}`);
  }
});

it('keeps every date as it was written', () => {
  const times = fc.date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia', 'Asia/Kathmandu');
  fc.assert(
    fc.property(times, zones, (time, zone) => {
      const text = time.toISOString().slice(0, 19);
      expect(written(text, zone)).toContain(`${text}|`);
      expect(written(text, zone)).toBe(written(text, 'UTC'));
    }),
    { seed: 29, numRuns: 200 },
  );
});

it('is the time that the clock of the machine shows', () => {
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.useFakeTimers({ now: new Date('2026-07-01T22:15:30.987Z'), toFake: ['Date'] });
  const shown = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'].map((zone) => {
    vi.stubEnv('TZ', zone);
    return TemplateDate.now().text;
  });
  expect(shown).toEqual([
    '2026-07-01T22:15:30',
    '2026-07-02T00:15:30',
    '2026-07-02T04:00:30',
    '2026-07-01T19:45:30',
  ]);
});
