import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run with one line that any tool can read: `12 passed, 0 failed, 1 skipped`. Counts the
 * steps that `check.mjs` ran before the tests, and files that could not be loaded. Before it stands
 * why tests were skipped.
 */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = {
      passed: Number(process.env['SLIME_STEPS_PASSED'] ?? 0),
      failed: Number(process.env['SLIME_STEPS_FAILED'] ?? 0) + errors.length,
      skipped: 0,
      pending: 0,
    };
    const notes = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        count[result.state] += 1;
        if (result.state !== 'skipped' || result.note === undefined) continue;
        notes.set(result.note, (notes.get(result.note) ?? 0) + 1);
      }
      if (module.errors().length > 0) count.failed += 1;
    }
    const skipped = count.skipped + count.pending;
    // After the default reporter's own closing lines.
    process.once('exit', () => {
      for (const [note, tests] of notes) console.log(`skipped ${tests}: ${note}`);
      console.log(`\n${count.passed} passed, ${count.failed} failed, ${skipped} skipped`);
    });
  }
}
