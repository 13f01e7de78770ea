import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasRepetition } from '../../src/observe/repetition.ts';

/** Text that does not repeat: digits of hashes. */
function noise(characters: number): string {
  let text = '';
  for (let at = 0; text.length < characters; at += 1) {
    text += createHash('sha512').update(String(at)).digest('base64');
  }
  return text.slice(0, characters);
}

describe('hasRepetition', () => {
  it('is about responses of more than 10,000 characters only', () => {
    expect(hasRepetition('ab'.repeat(5_000))).toBe(false);
    expect(hasRepetition('ab'.repeat(5_001))).toBe(true);
  });

  it('counts code points, not UTF-16 units', () => {
    expect(hasRepetition('\u{1F600}'.repeat(10_000))).toBe(false);
    expect(hasRepetition('\u{1F600}'.repeat(10_001))).toBe(true);
  });

  it('reads the last 10,000 characters', () => {
    expect(hasRepetition(noise(30_000) + 'ab'.repeat(5_000))).toBe(true);
    expect(hasRepetition('ab'.repeat(20_000) + noise(10_000))).toBe(false);
  });
});
