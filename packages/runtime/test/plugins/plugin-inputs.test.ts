import fc from 'fast-check';
import { createRolloutArgs, createSample } from 'slime-sdk';
import { expect, test } from 'vitest';
import { argsForPlugin, copyPlain, sampleForPlugin } from '../../src/plugins/plugin-inputs.ts';

test('a copy of plain data is equal and shares no object with it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = copyPlain(value);
      expect(copy).toEqual(value);
      expect(sharesObject(value, copy)).toBe(false);
    }),
    { seed: 7 },
  );
});

function sharesObject(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return false;
  if (a === b) return true;
  const others: unknown[] = Object.values(b);
  return Object.values(a).some((item, at) => sharesObject(item, others[at]));
}

test('a copy of bytes is of their own memory, whatever class they have', () => {
  const bytes: Uint8Array = Buffer.from([1, 2, 3]);
  const { image } = copyPlain({ image: bytes });
  bytes[0] = 9;
  expect(image).toEqual(new Uint8Array([1, 2, 3]));
});

test('a key __proto__ stays a key', () => {
  const copy = copyPlain<unknown>(JSON.parse('{"__proto__": {"a": 1}}'));
  expect(Object.keys(Object(copy))).toEqual(['__proto__']);
});

test('nothing that a plugin does to its sample is seen in ours', () => {
  const sample = createSample({
    prompt: [{ role: 'user', content: 'hi' }],
    tokens: [1, 2, 3],
    loss_mask: [1, 0],
    rollout_log_probs: [-1, -2],
    metadata: { deep: { list: [1] } },
  });
  const before = structuredClone(sample);
  const copy = sampleForPlugin(sample);
  expect(copy).toEqual(before);
  copy.tokens.push(4);
  copy.loss_mask?.fill(0);
  copy.rollout_log_probs?.fill(0);
  copy.metadata['deep'] = null;
  if (Array.isArray(copy.prompt)) copy.prompt.length = 0;
  expect(sample).toEqual(before);
});

test('what only the trainer reads is left out', () => {
  const sample = createSample({
    rollout_routed_experts: [[[1]]],
    multimodal_train_inputs: { pixel_values: 'AAAA' },
  });
  expect(sampleForPlugin(sample)).toMatchObject({
    rollout_routed_experts: null,
    multimodal_train_inputs: null,
  });
});

test('keys that Sample does not know reach the plugin', () => {
  expect(sampleForPlugin(Object.assign(createSample(), { extra: { a: 1 } }))).toMatchObject({
    extra: { a: 1 },
  });
});

test('a plugin cannot write to the arguments, and gets the same ones each time', () => {
  const args = createRolloutArgs({ rollout_stop: ['x'] });
  const given = argsForPlugin(args);
  expect(given).toEqual(args);
  expect(() => given.rollout_stop?.push('y')).toThrow(TypeError);
  expect(() => Object.assign(given, { max_turns: 1 })).toThrow(TypeError);
  expect(argsForPlugin(args)).toBe(given);
  expect(args.rollout_stop).toEqual(['x']);
});
