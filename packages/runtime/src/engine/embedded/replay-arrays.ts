import type { Job } from './admit.ts';
import { mix } from './random.ts';
import { TOP_K_ALL } from './sampling.ts';

/** A mixture of experts that the engine pretends to have. */
export interface ExpertShape {
  layers: number;
  /** Experts of a token in a layer. */
  topK: number;
  /** Experts of a layer. */
  experts: number;
}

function base64(words: Int32Array): string {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64');
}

/**
 * Kept ids of each sampled position as the top-p patch returns them, base64 of int32: the
 * concatenated ids, and one offset more than positions. Null when no filter was active.
 */
export function topPRows(
  job: Job,
  ids: readonly number[],
  vocabSize: number,
): { ids: string; offsets: string } | null {
  const { topK, topP, minP } = job.sampling;
  if (topK === TOP_K_ALL && topP === 1 && minP <= 0) return null;
  const kept: number[] = [];
  const offsets = new Int32Array(ids.length + 1);
  for (const [index, id] of ids.entries()) {
    const word = mix(job.identity.low ^ Math.imul(index + 1, 0x9e3779b1) ^ id);
    const row = [id];
    const more = Math.min((word >>> 8) & 3, topK - 1, vocabSize - 1);
    for (let other = 1; other <= more; other++) row.push((id + other * 7) % vocabSize);
    // The sampled id need not be the likeliest.
    const likelier = row[(word & 0xff) % row.length] ?? id;
    kept.push(likelier, ...row.filter((one) => one !== likelier));
    offsets[index + 1] = kept.length;
  }
  return { ids: base64(Int32Array.from(kept)), offsets: base64(offsets) };
}

/**
 * Experts of the positions from `start` to the last but one, base64 of int32 in shape
 * `[prompt + output - 1 - start, layers, topK]`. They depend on position and id, so that the turns of
 * an episode agree.
 */
export function routedExperts(
  job: Job,
  ids: readonly number[],
  start: number,
  shape: ExpertShape,
): string {
  const rows = Math.max(0, job.prompt.length + ids.length - 1 - start);
  const words = new Int32Array(rows * shape.layers * shape.topK);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const position = start + row;
    const id = job.prompt[position] ?? ids[position - job.prompt.length] ?? 0;
    for (let layer = 0; layer < shape.layers; layer++) {
      const first = mix(Math.imul(position + 1, 0x9e3779b1) ^ Math.imul(id + 1, layer + 3)) >>> 0;
      for (let k = 0; k < shape.topK; k++) words[at++] = (first + k) % shape.experts;
    }
  }
  return base64(words);
}
