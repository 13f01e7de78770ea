import { setImmediate } from 'node:timers/promises';
import { defineReward } from 'slime-sdk';

/** A judge of style that gives marks from 1 to 10, never quite the same twice. */
export default defineReward({
  mode: 'single',
  range: [0, 1],
  deterministic: false,
  paysWithoutLabel: true,
  reads: ['policy'],
  async reward(_args, _sample, view) {
    await setImmediate();
    const words = view.finalText.slice(0, 10_000).split(/\s+/).filter(Boolean);
    const variety = new Set(words).size / Math.max(1, words.length);
    const mark = Math.round(1 + 8 * variety + Math.random());
    return mark / 10;
  },
});
