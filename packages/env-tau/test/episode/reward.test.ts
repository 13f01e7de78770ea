import { describe, expect, it } from 'vitest';
import { findOutput } from '../../src/episode/find-output.ts';
import { unorderedText } from '../../src/python/unordered-text.ts';
import { parseJson } from '../../src/index.ts';

describe('an expected output', () => {
  it.each([
    ['10', ['There are 10.'], true, true],
    ['10', ['Order 9109'], true, false],
    ['10', ['It is 10.5'], true, false],
    ['10', ['It is 3.10'], true, false],
    ['10', ['It is $10, or 11.'], true, true],
    ['23553', ['You save $23,553.'], true, true],
    ['1234567', ['1,234,567!'], true, true],
    ['910', ['9,10'], true, false],
    ['54.04', ['a54.04'], true, false],
    ['54.04', ['no', '(54.04)'], true, true],
    ['Blue', ['the BLUE one'], true, true],
    ['blue', ['bluebird'], true, false],
    ['-1', ['1'], false, false],
    ['', [], false, false],
    ['', ['x'], true, true],
  ])('%j is found in %j: as a part %j, on its own %j', (output, messages, part, alone) => {
    expect(findOutput(output, messages, 'substring')).toBe(part);
    expect(findOutput(output, messages, 'boundary')).toBe(alone);
  });

  it('is looked for in linear time', () => {
    expect(findOutput('aaaa', ['a'.repeat(200_000)], 'boundary')).toBe(false);
  });
});

describe('states without an order', () => {
  const text = (json: string): string => unorderedText(parseJson(json, 'state'));

  it('are the same for lists in any order, and for 1 and 1.0', () => {
    expect(text('{"a": [1.0, {"b": [2, 1]}], "c": 1}')).toBe(
      text('{"c": 1.0, "a": [{"b": [1, 2]}, 1]}'),
    );
  });

  it('differ by what is in them, and by how often', () => {
    expect(text('[1, 1, 2]')).not.toBe(text('[1, 2, 2]'));
    expect(text('[[1], [2, 3]]')).not.toBe(text('[[1, 2], [3]]'));
    expect(text('["1"]')).not.toBe(text('[1]'));
    expect(text('[1.5]')).not.toBe(text('[1]'));
  });
});
