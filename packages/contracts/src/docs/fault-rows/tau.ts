import { beyond, type FaultRow, within } from '../fault-row.ts';

/** slime's tau-bench example and tau-bench itself, B031 to B047. */
export const tauFaults: readonly FaultRow[] = [
  within('B031', 'A status is a bare word that no comparison knows'),
  within('B032', 'A new sample loses index, group and label of the one it was made from'),
  within('B033', 'Importing the module overwrites the user’s key in the environment'),
  within('B034', 'The user simulator blocks the event loop while it waits for a model'),
  within('B035', 'Further calls of a turn are dropped, and a malformed one kills the run'),
  within('B036', 'The prompt names a tag that the model’s template does not use'),
  within('B037', 'A call that the token limit cut off is run, and no budget is kept'),
  within('B038', 'Trained ids are encoded from text, not the ones that were sampled'),
  within('B039', 'The last step’s reward replaces those before'),
  within('B040', 'Tokens that only the template wrote are trained'),
  beyond(
    'B041',
    'Two tool messages in a row cannot be rendered one by one',
    'in the encoder, which the runtime hands to plugins: no plugin renders or encodes there',
  ),
  within('B042', 'A random index is one too large, once in a thousand resets'),
  within('B043', 'A stop marker counts inside a sentence, and a missing message throws'),
  within('B044', 'Doing nothing earns full reward'),
  within('B045', 'An expected output is found inside a longer number'),
  within('B046', 'Grading changes the state that it grades'),
  within('B047', 'The hash of a state depends on the order of a list and on 1 or 1.0', ['rm/laws']),
];
