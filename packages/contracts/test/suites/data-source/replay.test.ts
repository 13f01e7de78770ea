import { join } from 'node:path';
import { createRolloutArgs } from 'slime-sdk';
import { expect, it, vi } from 'vitest';
import type { CheckResult } from '../../../src/runner/check-result.ts';
import { parseReplay } from '../../../src/runner/replay.ts';
import { runSuite } from '../../../src/runner/run-suite.ts';
import { SPECIMENS } from '../run-specimen.ts';

vi.setConfig({ testTimeout: 120_000 });

const ID = 'data-source/lifecycle';

it('replays a sequence of calls by its seed, path and commands', async () => {
  const found = await run(null);
  expect(found).toMatchObject({ outcome: 'fell_short' });
  const replay = found?.failure?.replay ?? '';
  expect(replay).toContain('@');
  const again = await run(replay);
  expect(again?.cases).toBe(1);
  expect(again?.failure).toEqual({ ...found?.failure, shrinks: again?.failure?.shrinks });
});

async function run(replay: string | null): Promise<CheckResult | null> {
  let result: CheckResult | null = null;
  await runSuite(
    {
      target: { kind: 'dataSource', spec: `${join(SPECIMENS, ID)}.ts#broken` },
      cwd: SPECIMENS,
      args: createRolloutArgs(),
      runs: 500,
      seed: 5,
      seconds: 30,
      replay: replay === null ? null : parseReplay(replay),
      only: [ID],
      skip: {},
      traceFile: null,
      lawsPath: null,
      done: {},
    },
    {
      send(event) {
        if (event.type === 'result') ({ result } = event);
      },
      mark: () => {},
      takeStray: () => null,
    },
  );
  return result;
}
