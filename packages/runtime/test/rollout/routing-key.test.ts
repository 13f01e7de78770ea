import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNonce, indexOfRoutingKey, routingKeyOf } from '../../src/rollout/routing-key.ts';

describe('routing keys', () => {
  it('have one length, so that no key is the beginning of another, and give the index back', () => {
    const nonce = createNonce();
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(9), fc.nat(2 ** 31), (index, attempt, other) => {
        const key = routingKeyOf(nonce, index, attempt);
        expect(indexOfRoutingKey(key)).toBe(index);
        expect(key).toHaveLength(routingKeyOf(nonce, other, attempt).length);
      }),
      { seed: 7 },
    );
  });

  it('differ between runs', () => {
    expect(createNonce()).not.toBe(createNonce());
  });

  it('of others give no index', () => {
    expect(indexOfRoutingKey('user-1')).toBeUndefined();
  });
});
