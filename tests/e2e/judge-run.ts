import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { judgeLedger, judgeMissing } from '../judge/run-judge.ts';

/**
 * Judges a run folder by the stand-alone ledger judge; the ledger lies elsewhere when the engine is
 * a process of its own. Gives the violations, none when the law holds.
 */
export async function judgeRun(
  context: TestContext,
  dir: string,
  ledger = join(dir, 'ledger.jsonl'),
): Promise<string> {
  const missing = await judgeMissing();
  if (missing !== null) context.skip(missing);
  const discarded = join(dir, 'discarded.jsonl');
  const { code, text } = await judgeLedger({
    ledger,
    turns: join(dir, 'turns.jsonl'),
    samples: join(dir, 'samples.jsonl'),
    ...(existsSync(discarded) ? { discarded } : {}),
  });
  return code === 0 ? '' : text;
}
