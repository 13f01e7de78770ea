import fc from 'fast-check';
import { checkSample, createSample, type GenerateResult } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { TokenTape } from '../../../src/rollout/tape/token-tape.ts';

const LAYERS = 2;
const TOPK = 3;

/** A reply of the engine for these ids; experts and top-p rows follow from the ids. */
function reply(
  ids: number[],
  options: { start: number; tokens: number; nulls?: boolean },
): GenerateResult {
  const logprobs = Float64Array.from(ids, (id) =>
    options.nulls === true && id % 5 === 0 ? Number.NaN : -id / 1000,
  );
  const rows = options.tokens + ids.length - 1 - options.start;
  return {
    rid: 'r',
    ids: Int32Array.from(ids),
    logprobs,
    finish: { type: 'stop', matched: null },
    text: '',
    weightVersion: 'v1',
    promptTokens: options.tokens,
    cachedTokens: 1,
    discarded: [],
    topP: {
      ids: Int32Array.from(ids.flatMap((id) => [id, id + 1])),
      offsets: Int32Array.from([...ids, 0], (_id, at) => at * 2),
    },
    routedExperts: {
      start: options.start,
      ids: Int32Array.from({ length: rows * LAYERS * TOPK }, (_, at) => at % 7),
    },
  };
}

const ids = fc.array(fc.nat(150_000), { minLength: 1, maxLength: 40 });
const steps = fc.array(fc.record({ sampled: fc.boolean(), ids, nulls: fc.boolean() }), {
  maxLength: 12,
});

function encoded(list: number[]) {
  return { ids: Int32Array.from(list), images: [] };
}

describe('the token tape', () => {
  it('holds exactly what was appended, masks it by who made it, and fits its JSON text', () => {
    fc.assert(
      fc.property(ids, steps, (prompt, list) => {
        const tape = new TokenTape(encoded(prompt), { experts: { layers: LAYERS, topk: TOPK } });
        const model = { tokens: [...prompt], mask: [] as number[], logprobs: [] as number[] };
        const rows: number[][] = [];
        for (const step of list) {
          // The first thing in a response is always sampled.
          const sampled = step.sampled || model.mask.length === 0;
          if (sampled) {
            const result = reply(step.ids, {
              start: tape.expertRows,
              tokens: tape.length,
              nulls: step.nulls,
            });
            tape.appendSampled(result);
            for (const [at, id] of step.ids.entries()) {
              const value = result.logprobs[at] ?? 0;
              model.mask.push(Number.isNaN(value) ? 0 : 1);
              model.logprobs.push(Number.isNaN(value) ? 0 : value);
              rows.push([id, id + 1]);
            }
          } else {
            tape.appendObserved(encoded(step.ids));
            for (const _ of step.ids) {
              model.mask.push(0);
              model.logprobs.push(0);
              rows.push([]);
            }
          }
          model.tokens.push(...step.ids);
          expect(tape.responseLength).toBe(model.mask.length);
          expect(Buffer.concat(tape.idText.pieces).toString()).toBe(model.tokens.join(','));
        }
        const keep = lastSampled(list);
        const dropped = model.mask.length - keep;
        expect(tape.close()).toBe(dropped);
        const length = model.mask.length - dropped;
        const fields = tape.fields();
        expect(fields.tokens).toEqual(model.tokens.slice(0, prompt.length + length));
        expect(fields.loss_mask).toEqual(model.mask.slice(0, length));
        expect(fields.rollout_log_probs).toEqual(model.logprobs.slice(0, length));
        if (length > 0) {
          const offsets = fields.rollout_top_p_token_offsets ?? [];
          const kept = fields.rollout_top_p_token_ids ?? [];
          expect(
            Array.from({ length }, (_, row) => kept.slice(offsets[row], offsets[row + 1])),
          ).toEqual(rows.slice(0, length));
          expect(fields.rollout_routed_experts).toHaveLength(prompt.length + length - 1);
        }
        const issues = checkSample({ ...createSample({ status: 'completed' }), ...fields });
        expect(issues.filter((issue) => length > 0 || issue.code !== 'routed_experts')).toEqual([]);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('names the spans whose log-probs the engine gave as null', () => {
    const tape = new TokenTape(encoded([9]), { experts: null });
    const {
      topP: _topP,
      routedExperts: _experts,
      ...plain
    } = reply([1, 5, 10, 2], {
      start: 0,
      tokens: 1,
      nulls: true,
    });
    tape.appendSampled(plain);
    expect(tape.maskedSpans()).toEqual([[1, 2, 'null_log_prob']]);
    expect(tape.fields().loss_mask).toEqual([1, 0, 0, 1]);
  });

  it('drops the pictures of an observation that no turn follows', () => {
    const image = (offset: number) => ({
      offset,
      tokens: 1,
      grid_thw: [1, 2, 2] as const,
      dataUri: 'data:image/png;base64,',
      source: 'a.png',
    });
    const tape = new TokenTape({ ids: Int32Array.of(1, 2), images: [image(1)] }, { experts: null });
    const { topP: _topP, routedExperts: _experts, ...plain } = reply([3], { start: 0, tokens: 2 });
    tape.appendSampled(plain);
    tape.appendObserved({ ids: Int32Array.of(4, 5), images: [image(1)] });
    expect(tape.images.map(({ offset }) => offset)).toEqual([1, 4]);
    tape.close();
    expect(tape.images.map(({ offset }) => offset)).toEqual([1]);
  });

  it('refuses log-probs, top-p rows and experts that do not fit the ids', () => {
    const open = () => new TokenTape(encoded([1]), { experts: { layers: LAYERS, topk: TOPK } });
    const good = reply([2, 3], { start: 0, tokens: 1 });
    expect(() => open().appendSampled({ ...good, logprobs: new Float64Array(1) })).toThrow(
      '1 log-probs for 2 sampled ids',
    );
    expect(() =>
      open().appendSampled({
        ...good,
        topP: { ids: new Int32Array(0), offsets: Int32Array.of(0) },
      }),
    ).toThrow('0 top-p rows for 2 sampled ids');
    expect(() =>
      open().appendSampled({ ...good, routedExperts: { start: 0, ids: new Int32Array(6) } }),
    ).toThrow('6 routed expert ids from position 0, expected 12');
  });

  it('refuses top-p arrays that come and go between turns', () => {
    const tape = new TokenTape(encoded([1]), { experts: null });
    const { topP, ...without } = reply([2], { start: 0, tokens: 1 });
    tape.appendSampled(without);
    expect(() =>
      tape.appendSampled({ ...without, ...(topP === undefined ? {} : { topP }) }),
    ).toThrow('none for an earlier one');
  });

  it('takes nothing after it was closed', () => {
    const tape = new TokenTape(encoded([1]), { experts: null });
    tape.close();
    expect(() => tape.appendObserved(encoded([2]))).toThrow('the tape is closed');
  });
});

/** Length of the response up to the last sampled step. */
function lastSampled(list: readonly { sampled: boolean; ids: number[] }[]): number {
  let length = 0;
  let keep = 0;
  for (const step of list) {
    const sampled = step.sampled || length === 0;
    length += step.ids.length;
    if (sampled) keep = length;
  }
  return keep;
}
