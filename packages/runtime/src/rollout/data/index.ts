export { createDataSource, type RolloutDataSource } from './data-source.ts';
export { type Dataset, filterByPromptLength, loadDataset, maxPromptLength } from './dataset.ts';
