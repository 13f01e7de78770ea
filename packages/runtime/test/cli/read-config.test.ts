import { expect, it } from 'vitest';
import { readConfig } from '../../src/cli/read-config.ts';
import { testFiles } from './run-cli.ts';

async function read(yaml: string): Promise<unknown> {
  const file = (await testFiles({ 'c.yaml': yaml }))('c.yaml');
  try {
    return (await readConfig(file)).values;
  } catch (error) {
    if (error instanceof Error) return error.message.replaceAll(/\S*\/slime-cli-\w+\//g, '');
    throw error;
  }
}

it.each([
  ['a: 2020-1-1\n', { a: '2020-1-1' }],
  ['a: !!float 1\nb: !!float 1_0.5\n', { a: 1, b: 10.5 }],
  ['%YAML 1.2\n---\na: yes\nb: 010\n', { a: true, b: 8 }],
  ['m: &m {p: 1}\n<<: *m\nq: 2\n', { m: { p: 1 }, p: 1, q: 2 }],
  ['m: &m {p: 1}\nk:\n  <<: [*m, {p: 2, q: 3}]\n', { m: { p: 1 }, k: { p: 1, q: 3 } }],
  ['a: |\n  x\n  y', { a: 'x\ny' }],
  ['a: >\n  x\n  y', { a: 'x y' }],
  ['a: |+\n  x\n  ', { a: 'x\n' }],
  ['a: |\n  x\n# c', { a: 'x\n' }],
  ['a: |\n  x\n\nb: |\n  y', { a: 'x\n', b: 'y' }],
])('reads %j as PyYAML does', async (yaml, values) => {
  expect(await read(yaml)).toEqual(values);
});

it.each([
  ['a: 1\nb: !foo 1\n', 'c.yaml:2: Unresolved tag: !foo'],
  ['a: !!bool y\n', 'c.yaml:1: Unresolved tag: tag:yaml.org,2002:bool'],
  ['a: !!int yes\n', 'c.yaml:1: Unresolved tag: tag:yaml.org,2002:int'],
  ['a: !!float x\n', 'c.yaml:1: x is no !!float'],
  ['a: !!pairs [b: 1]\n', 'c.yaml:1: Unresolved tag: tag:yaml.org,2002:pairs'],
  ['a:\n  2020-01-01: 1\n', 'c.yaml:2: a key must be a string'],
  ['a: &x 1\nb: &x 2\n', 'c.yaml:2: the anchor &x stands twice'],
  ['a:\n  <<: 3\n', 'c.yaml:2: << takes another mapping, or a list of them'],
  ['<<: [3]\n', 'c.yaml:1: << takes another mapping, or a list of them'],
  ['a: &a\n  b: {<<: *a}\n', 'c.yaml:2: << takes another mapping, or a list of them'],
  ['m: &m {p: 1}\nmax-turns: 1\n', 'c.yaml:2: max-turns: write max_turns'],
  ['m: &m {max-turns: 1}\n<<: *m\n', 'c.yaml: max-turns: write max_turns'],
  ['a:\n  b: {c: 1, c: 2}\n', 'c.yaml:2: Map keys must be unique'],
])('refuses %j with its line', async (yaml, message) => {
  expect(await read(yaml)).toBe(message);
});

it('refuses merges of merges that stand for more than there is time for', async () => {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `a${at + 1}: &a${at + 1} {<<: {<<: [*a${at}, *a${at}]}}\n`,
  );
  expect(await read(`a0: &a0 {a: 1, b: 2}\n${lines.join('')}`)).toMatch(
    /^c.yaml:\d+: merges more than 100000 entries$/,
  );
});

it('reads tens of thousands of keys in the time of a start', async () => {
  const keys = Array.from({ length: 50_000 }, (_, at) => `k${at}: ${at}\n`);
  const started = performance.now();
  expect(await read(keys.join(''))).toHaveProperty('k49999', 49_999);
  expect(performance.now() - started).toBeLessThan(5000);
});
