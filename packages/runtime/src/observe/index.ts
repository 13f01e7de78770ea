export { domainOf } from './domain-of.ts';
export { createMetrics, type RunMetrics } from './metrics.ts';
export { hasColors } from './has-colors.ts';
export { createProgress, type Progress } from './progress.ts';
export { runFile } from './run-files.ts';
export { openRunFolder, type RunFolder } from './run-folder.ts';
export { openRunWriter, type RunWriter } from './run-writer.ts';
export { renderSummary } from './summary.ts';
