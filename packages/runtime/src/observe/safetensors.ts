import type { Tensor } from '../vision/train-inputs.ts';

/** A tensor that is to be written. */
export interface TensorEntry extends Pick<Tensor, 'dtype' | 'shape'> {
  readonly name: string;
}

const BYTES = { F32: 4, I64: 8 } as const;

/** Bytes of a tensor's data. */
function byteLength({ dtype, shape }: TensorEntry): number {
  return shape.reduce((product, size) => product * size, BYTES[dtype]);
}

/**
 * The head of a safetensors file: eight bytes that say how long its JSON is, and the JSON, which
 * says where each tensor's data is behind it. The data follow in the order of `entries` without
 * gaps; put those of eight bytes an element first, so that all are aligned.
 *
 * @param metadata texts that belong to the file as a whole
 */
export function safetensorsHead(
  entries: readonly TensorEntry[],
  metadata: Readonly<Record<string, string>>,
): Buffer {
  let at = 0;
  const described = entries.map((entry) => {
    const from = at;
    at += byteLength(entry);
    const { name, dtype, shape } = entry;
    return [name, { dtype, shape, data_offsets: [from, at] }] as const;
  });
  const json = Buffer.from(
    JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(described) }),
  );
  // Spaces behind the JSON are part of it.
  const padded = Buffer.alloc(8 + Math.ceil(json.length / 8) * 8, ' ');
  padded.writeBigUInt64LE(BigInt(padded.length - 8));
  json.copy(padded, 8);
  return padded;
}
