import { beyond, type FaultRow, OWN_PROMPT, within } from '../fault-row.ts';

/** slime's graders and those of its examples, B110 to B132. */
export const graderFaults: readonly FaultRow[] = [
  within('B110', 'The number 0 as a label counts as no label'),
  within('B111', 'The box is stripped before a grader looks for it'),
  within('B112', 'Without a marker the score is 0, and a missing label crashes'),
  within('B113', 'A symbolic comparison has no limit and holds the event loop'),
  within('B114', 'Units are cut out as words and never compared'),
  within('B115', 'Percent and million are lost', ['rm/laws']),
  within('B116', 'A space before the brace hides the box'),
  within('B117', 'Sets compare by order, and an open box hides a closed one'),
  within('B118', 'A label is forced into an integer'),
  within('B119', 'A full stop, bold type or a few more words lose a right answer'),
  within('B120', 'One grader returns a record from -1 to 1, the others a number from 0'),
  within('B121', 'A letter is read out of an ordinary word, and the first one counts'),
  within('B122', 'A label counts when it is part of another word'),
  within('B123', 'A grader changes the sample’s metadata'),
  within('B124', 'A list of labels, or none, crashes the grader'),
  within('B125', 'A kind of reward that is no string crashes the dispatch'),
  within('B126', 'A remote reward returns whatever the server said', ['rm/finite']),
  beyond(
    'B127',
    'A grader downloads and installs code at its first call',
    'not held to it: judges and sandboxes are called over the network too, and no law tells their calls from a download. Without a network such a grader fails rm/settles, and with one only the time of its first call shows',
  ),
  within('B128', 'A right answer scores 0 unless the prompt held an example'),
  within('B129', 'Retrieval tags that the policy wrote itself earn the bonus'),
  beyond('B130', 'A prompt rendered by hand glues role and text together', OWN_PROMPT),
  within('B131', 'Nested braces hide an answer'),
  within('B132', 'A call that is printed over several lines is ignored'),
];
