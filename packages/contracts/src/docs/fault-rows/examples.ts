import { beyond, type FaultRow, IN_PICTURES, IN_READER, within } from '../fault-row.ts';

/** slime's HTTP, data and further examples, B133 to B142. */
export const exampleFaults: readonly FaultRow[] = [
  within('B133', 'A client error is asked again sixty times'),
  beyond(
    'B134',
    'An error in the background of an asynchronous rollout is lost',
    'in slime’s own asynchronous loop: no plugin is called where the error is lost',
  ),
  beyond('B135', 'A filter on length takes a rendered prompt for messages', IN_READER),
  beyond('B136', 'Without a picture column a prompt is cut into characters', IN_READER),
  within('B137', 'A question that quotes the placeholder gets a picture slot'),
  beyond('B138', 'A picture that cannot be read falls back to text alone', IN_PICTURES),
  within('B139', 'State of one sample is kept on the arguments that all share'),
  within('B140', 'Siblings come back shuffled and without a common rollout id'),
  within('B141', 'A sandbox that did not start gives reward 0'),
  within('B142', 'Contract tests look at names and types alone'),
];
