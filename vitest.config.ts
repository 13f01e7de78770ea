import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Tests run against `src`, never `dist`: no build step before a test run.
const conditions = ['slime-source', ...defaultServerConditions];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Most tests wait for servers and child processes: two at once pay on two cores, too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Ends what hangs; says nothing of how fast a test should be.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './scripts/plain-summary.ts'],
    coverage: { provider: 'v8', include: ['packages/*/src/**'] },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['packages/*/test/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'cross', include: ['tests/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['packages/*/test/**/*.test-d.ts'],
            tsconfig: './tsconfig.test.json',
          },
        },
      },
    ],
  },
});
