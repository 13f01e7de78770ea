/** The reason of a reward that is the floor, since the grader stopped working on the answer. */
export const OVER_BOUND = 'over_bound';
