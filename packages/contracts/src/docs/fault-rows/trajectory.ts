import { beyond, type FaultRow, within } from '../fault-row.ts';

/** slime's trajectories of agents, which a generate function returns, B085 to B092. */
export const trajectoryFaults: readonly FaultRow[] = [
  beyond(
    'B085',
    'One token of drift throws a long turn out of the training',
    'in slime’s tree of turns, which realigns histories: no plugin is called there',
  ),
  beyond(
    'B086',
    'A whole response is masked for its last token',
    'in slime’s tree of turns, which realigns histories: no plugin is called there',
  ),
  within('B087', 'A cap below the prompt gives a negative response length'),
  within('B088', 'A trajectory that was cut or aborted is reported completed'),
  within('B089', 'Each segment of a split episode gets the full reward'),
  within('B090', 'A turn that a client asked for twice is trained twice'),
  within('B091', 'Missing log-probs become 0, a probability of 1'),
  within('B092', 'Pictures, metadata and ids are not carried over to the new sample'),
];
