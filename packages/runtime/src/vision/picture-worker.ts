import { parentPort } from 'node:worker_threads';
import { PictureFault } from './picture-fault.ts';
import { type PictureFacts, type PictureJob, readPicture } from './picture-jobs.ts';
import { mergeTrainInput, type Tensor } from './train-inputs.ts';

// The thread of picture-threads.ts: one job after the other, decoded by one thread of libvips.

/** What a thread answers. */
export type PictureAnswer =
  | { kind: 'read'; facts: PictureFacts }
  | { kind: 'merge'; tensor: Tensor }
  | { kind: 'fault' | 'no-sharp' | 'error'; message: string };

const port = parentPort;
if (port === null) throw new TypeError('picture-worker.ts is the program of a thread');

port.on('message', (job: PictureJob) => {
  void answer(job).then(({ reply, buffers }) => port.postMessage(reply, buffers));
});

async function answer(job: PictureJob): Promise<{ reply: PictureAnswer; buffers: ArrayBuffer[] }> {
  try {
    if (job.kind === 'merge') {
      const tensor = mergeTrainInput(job.key, job.pictures, job.config);
      return { reply: { kind: 'merge', tensor }, buffers: [tensor.data.buffer] };
    }
    return {
      reply: { kind: 'read', facts: await readPicture(job, await loadSharp()) },
      buffers: [],
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { reply: { kind: kindOf(error), message }, buffers: [] };
  }
}

class SharpMissing extends Error {}

async function loadSharp() {
  const { default: open } = await import('sharp').catch((cause: unknown) => {
    throw new SharpMissing(cause instanceof Error ? cause.message : String(cause));
  });
  // As many pictures at a time as there are threads of ours; what was decoded is kept elsewhere.
  open.concurrency(1);
  open.cache(false);
  return open;
}

function kindOf(error: unknown): 'fault' | 'no-sharp' | 'error' {
  if (error instanceof PictureFault) return 'fault';
  return error instanceof SharpMissing ? 'no-sharp' : 'error';
}
