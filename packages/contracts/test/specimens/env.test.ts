import { vi } from 'vitest';
import { gateSuite } from './run-gate.ts';

vi.setConfig({ testTimeout: 120_000 });

await gateSuite('env', { runs: 100 });
