export {
  createDataSource,
  type DataSourceArgs,
  type DataSourceState,
  type RolloutDataSource,
} from './data-source.ts';
export { type Dataset, filterByPromptLength, loadDataset, maxPromptLength } from './dataset.ts';
export { type ParsedJson, parseJson, parseJsonLine } from './parse-json.ts';
export { readLines, type TextLine } from './read-lines.ts';
export { createRowSample, type DatasetRow, type RowContent, type RowKeys } from './read-row.ts';
export { formatPlace, type RowPlace } from './row-error.ts';
