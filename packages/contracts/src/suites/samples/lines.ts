import type { CheckText } from '../../check.ts';

/** The base of the suite: lines that can be read. */
export const json: CheckText & { expected: string } = {
  id: 'samples/json',
  title: 'every line is a JSON object: a sample, or { rollout_id, samples: [...] }',
  why: 'What is not read is not checked: a line that was cut or written in another form hides its samples.',
  fix: 'Write one JSON object a line. A debug dump of slime is a torch file: the docs have ten lines of Python that convert it.',
  source: 'slime/observability/rollout_data_utils.py: save_debug_rollout_data',
  faults: [],
  requires: [],
  expected: 'a JSON object with the fields of a sample, and a sample in the file',
};

/** JSON has no word for them. */
export const bareNan: CheckText & { expected: string } = {
  id: 'samples/bare-nan',
  title: 'no line holds a bare NaN or Infinity',
  why: "Python's json writes NaN where a number is none: other readers refuse the whole line. It is read as a number here, and the field that holds it breaks its own law.",
  fix: 'Find where the value comes from; json.dumps(..., allow_nan=False) says so when it is written.',
  source: 'slime/utils/types.py: Sample.to_dict',
  faults: ['A016', 'A068'],
  requires: [],
  expected: 'JSON, which has no NaN and no Infinity',
};
