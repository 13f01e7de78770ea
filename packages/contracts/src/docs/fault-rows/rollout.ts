import { beyond, type FaultRow, IN_LOOP, within } from '../fault-row.ts';

/** slime's rollout loop, reward dispatch, samples and filters, B048 to B072. */
export const rolloutFaults: readonly FaultRow[] = [
  within('B048', 'A reward for one sample is handed a list under fan-out'),
  within('B049', 'A reward list of another length leaves gaps or loses items'),
  within('B050', 'A group reward does not survive a member that was fanned out'),
  within('B051', 'Something iterable but no array is taken for a group’s rewards'),
  within('B052', 'One aborted segment leaves its finished siblings without a reward'),
  within('B053', 'An aborted sample without a reward reaches the trainer in its group'),
  within('B054', 'A placeholder reward of 0 keeps a sample from being graded'),
  within('B055', 'One exception of an environment or a reward ends the whole run'),
  within('B056', 'A generate function returns nothing, a tuple or an empty list'),
  within('B057', 'A filter on spread drops every group, and generation never ends'),
  within('B058', 'A filter does not expect fanned-out groups or missing rewards'),
  beyond('B059', 'A fanned-out rollout that is queued again enters code for one sample', IN_LOOP),
  beyond('B060', 'A completed sample without a reward that is queued again asserts', IN_LOOP),
  within('B061', 'A change of nested sampling parameters reaches the siblings'),
  within('B062', 'Sampling parameters changed in evaluation stay changed for all'),
  within('B063', 'Rewards by the batch ignore a sample’s own reward function'),
  beyond('B064', 'A failed sample that is queued again asserts', IN_LOOP),
  beyond(
    'B065',
    'The engine’s count of prompt tokens differs and nobody looks',
    'in the client, which compares the counts itself: no plugin sees the reply before',
  ),
  within('B066', 'Samples come back without an index and cannot be sorted'),
  within('B067', 'An unknown finish reason leaves the status as it was'),
  within('B068', 'Short tokens, a mask of 2 and a NaN log-prob pass for a valid sample'),
  within('B069', 'A token id that is no integer is rounded'),
  within('B070', 'Copies of a sample share their metadata'),
  within('B071', 'A number where a key is configured, a record where none is'),
  within('B072', 'Siblings share metadata, and each gets the full reward or a part of it'),
];
