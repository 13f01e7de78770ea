export { createDataSource, type RolloutDataSource } from './data-source.ts';
export { type Dataset, filterByPromptLength, loadDataset, maxPromptLength } from './dataset.ts';
export type { DatasetRow } from './read-row.ts';
export { formatPlace } from './row-error.ts';
