import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one line that any tool can read: `12 passed, 0 failed, 1 skipped`. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      if (module.errors().length > 0) count.failed += 1;
    }
    const skipped = count.skipped + count.pending;
    console.log(`\n${count.passed} passed, ${count.failed} failed, ${skipped} skipped`);
  }
}
