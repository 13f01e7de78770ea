import type { CheckText } from '../../check.ts';
import { SAMPLE_LAWS } from './check-samples-file.ts';
import { bareNan, json } from './lines.ts';
import { shape } from './shape.ts';

export { checkSamplesFile } from './check-samples-file.ts';

/** What the checks of stored samples say of themselves, in order. */
export const samplesChecks: readonly CheckText[] = [json, bareNan, shape, ...SAMPLE_LAWS];
