import type { Sample } from 'slime-sdk';

const KEY = 'template_segment';

/** Numbers the samples that `--template-history fork` made of an episode, from 0. */
export function withTemplateSegment(sample: Sample, segment: number): Sample {
  return { ...sample, metadata: { ...sample.metadata, [KEY]: segment } };
}

/** Which of its episode's samples it is; 0 where there is one. */
export function templateSegmentOf({ metadata }: Sample): number {
  const segment = metadata[KEY];
  return typeof segment === 'number' ? segment : 0;
}
