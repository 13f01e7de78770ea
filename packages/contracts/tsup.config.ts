import { defineConfig } from 'tsup';
import { base } from '../../tsup.base.ts';

export default defineConfig({
  ...base,
  entry: {
    index: 'src/index.ts',
    cli: 'src/cli.ts',
    vitest: 'src/vitest.ts',
    'arbitraries/index': 'src/arbitraries/index.ts',
    // A program of its own.
    'runner/suite-program': 'src/runner/suite-program.ts',
  },
});
