import { expect, test } from 'vitest';
import { BoundedCache } from '../../src/vision/bounded-cache.ts';

/** A cache of words by length, and the words that were computed. */
function words(most: number, heaviest: number) {
  const computed: string[] = [];
  const cache = new BoundedCache<string, string>(most, heaviest, (word) => word.length);
  const get = (word: string) =>
    cache.get(word, () => {
      computed.push(word);
      return Promise.resolve(word);
    });
  return { computed, cache, get };
}

test('the least recently used goes first', async () => {
  const { computed, get } = words(2, 100);
  for (const word of ['a', 'b', 'a', 'c', 'a', 'b']) await get(word);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});

test('what is kept weighs no more than the bound', async () => {
  const { computed, get } = words(10, 6);
  for (const word of ['aaa', 'bbb', 'cc', 'bbb', 'aaa']) await get(word);
  expect(computed).toEqual(['aaa', 'bbb', 'cc', 'aaa']);
});

test('concurrent requests share a computation', async () => {
  const { computed, get } = words(2, 100);
  expect(await Promise.all([get('a'), get('a')])).toEqual(['a', 'a']);
  expect(computed).toEqual(['a']);
});

test('a failure is not remembered', async () => {
  const { cache, get } = words(2, 100);
  const failing = cache.get('a', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await get('a')).toBe('a');
});
