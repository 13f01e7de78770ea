/** What every grader says of a response. */
export interface Verdict<Reward extends number = number, Reason extends string = string> {
  reward: Reward;
  /** What was taken from the response and compared; null where there is no answer in it. */
  extracted: string | null;
  /** Why the reward is what it is: a stable word. */
  reason: Reason;
}
