import type { Options } from 'tsup';

/** JavaScript only: the declarations come from `tsc -b`, which ran before. */
export const base = {
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  splitting: true,
  treeshake: true,
  // Chunks of an earlier build go; declarations, which are there first, stay.
  clean: ['!**/*.d.ts', '!**/*.d.ts.map'],
  dts: false,
  esbuildOptions(options) {
    // The sources are in the package: in the maps, too, they would be a tenth of an install.
    options.sourcesContent = false;
    // Characters as they are: escaped, tables of text would be twice as long.
    options.charset = 'utf8';
  },
  tsconfig: './tsconfig.json',
  // Errors only: the list of files is nothing that `npm start` should begin with.
  silent: true,
} satisfies Options;
