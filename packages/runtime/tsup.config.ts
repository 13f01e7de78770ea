import { defineConfig } from 'tsup';
import { base } from '../../tsup.base.ts';

export default defineConfig({
  ...base,
  entry: [
    'src/index.ts',
    'src/cli.ts',
    'src/hosting.ts',
    // Programs of their own: a process and threads.
    'src/plugins/child.ts',
    'src/plugins/lifeline-worker.ts',
    'src/plugins/watchdog-worker.ts',
    'src/vision/picture-worker.ts',
    'src/tokens/bpe/encode-worker.ts',
  ],
});
