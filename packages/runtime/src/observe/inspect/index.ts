export { rerenderingLines, segmentLines, titleOf } from './draw-sample.ts';
export { type Rerendering, rerender } from './rerender.ts';
export { openDump, type SampleDump, samplesFile } from './sample-dump.ts';
export { segmentsOf } from './segments.ts';
