import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const headSchema = z.object({ __metadata__: z.record(z.string(), z.string()).optional() }).catchall(
  z.object({
    dtype: z.enum(['F32', 'I64']),
    shape: z.array(z.int()),
    data_offsets: z.tuple([z.int(), z.int()]),
  }),
);

/** A tensor as it was read. */
export interface ReadTensor {
  dtype: 'F32' | 'I64';
  shape: number[];
  values: number[];
}

/** A safetensors file as its format says, and held to it: no gaps, no overlaps, all aligned. */
export async function readSafetensors(
  path: string,
): Promise<{ tensors: Record<string, ReadTensor>; metadata: Record<string, string> }> {
  const bytes = await readFile(path);
  const length = Number(bytes.readBigUInt64LE(0));
  const data = bytes.subarray(8 + length);
  const { __metadata__: metadata = {}, ...entries } = headSchema.parse(
    JSON.parse(bytes.toString('utf8', 8, 8 + length)),
  );
  const tensors: Record<string, ReadTensor> = {};
  let at = 0;
  for (const [name, entry] of Object.entries(entries)) {
    const { dtype, shape, data_offsets: offsets } = entry;
    const size = dtype === 'F32' ? 4 : 8;
    const count = shape.reduce((product, side) => product * side, 1);
    if (offsets[0] !== at || offsets[1] !== at + count * size || (8 + length + at) % size !== 0) {
      throw new Error(`${path}: ${name} lies at ${offsets.join(' to ')}, expected from ${at} on`);
    }
    at = offsets[1];
    const values = Array.from({ length: count }, (_, index) =>
      dtype === 'F32'
        ? data.readFloatLE(offsets[0] + index * size)
        : Number(data.readBigInt64LE(offsets[0] + index * size)),
    );
    tensors[name] = { dtype, shape, values };
  }
  if (at !== data.length) throw new Error(`${path}: ${data.length - at} bytes behind the tensors`);
  return { tensors, metadata };
}
