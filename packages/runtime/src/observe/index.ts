export { createMetrics, type Metrics, type RunMetrics } from './metrics.ts';
export {
  createProgress,
  type Progress,
  type ProgressOptions,
  type ProgressStream,
} from './progress.ts';
export type { HistogramBar, PromptMetrics } from './reward-metrics.ts';
export { RUN_FILES, runFile } from './run-files.ts';
export type { RunManifest, RunStatus } from './run-manifest.ts';
export { openRunWriter, type RunEnd, type RunWriter, type RunWriterOptions } from './run-writer.ts';
export { renderSummary, type SummaryOptions } from './summary.ts';
