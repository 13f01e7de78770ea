import { vi } from 'vitest';
import { PLUGIN_KINDS, type PluginKind } from '../../src/plugin-kinds.ts';
import { gateSuite } from './run-gate.ts';

vi.setConfig({ testTimeout: 120_000 });

const ELSEWHERE: readonly PluginKind[] = ['env', 'rm', 'generate'];

for (const kind of Object.keys(PLUGIN_KINDS) as PluginKind[]) {
  if (!ELSEWHERE.includes(kind)) await gateSuite(kind, { runs: 200 });
}
