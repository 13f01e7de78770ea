import { defineConfig } from 'tsup';

// JavaScript only: the declarations come from `tsc`, which runs after.
export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  target: 'node20',
  sourcemap: true,
  clean: true,
  silent: true,
});
