import { parentPort, workerData } from 'node:worker_threads';
import { BpeEncoder } from './bpe-encoder.ts';
import type { EncodeRequest } from './encode-thread.ts';

// The thread of encode-thread.ts: encodes the texts that it is sent.

const encoder = new BpeEncoder(workerData);

parentPort?.on('message', ({ text, options, withOffsets }: EncodeRequest) => {
  const { ids, offsets } = withOffsets
    ? encoder.encodeWithOffsets(text, options)
    : { ids: encoder.encode(text, options), offsets: new Uint32Array() };
  parentPort?.postMessage({ ids, offsets }, []);
});
