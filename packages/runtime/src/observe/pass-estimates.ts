/** How many episodes of one prompt were scored, and how many of these passed. */
export interface PromptTrials {
  scored: number;
  passed: number;
}

/** Chances to pass in `k` tries at a prompt, averaged over the prompts that have as many. */
export interface PassEstimate {
  k: number;
  /** That all of k tries pass, as tau-bench defines pass^k; null without prompts. */
  pass_hat_k: number | null;
  /** That at least one of k tries passes, as slime defines pass@k; null without prompts. */
  pass_at_k: number | null;
  /** Prompts with k scored episodes or more; the others are in neither number. */
  prompts: number;
}

/**
 * pass^k and pass@k for k from 1 to `most`, without bias: with n episodes scored and c passed,
 * C(c,k) / C(n,k) (arXiv 2406.12045) and 1 - C(n-c,k) / C(n,k) (arXiv 2107.03374).
 *
 * A failed episode is neither a pass nor a miss: n of its prompt is smaller by it, and the prompt is
 * left out of each k above its n.
 */
export function estimatePasses(trials: readonly PromptTrials[], most: number): PassEstimate[] {
  const sums = Array.from({ length: most }, () => ({ all: 0, some: 0, prompts: 0 }));
  for (const { scored, passed } of trials) {
    // Chances that each episode drawn so far, without putting back, passed, and that each missed.
    let all = 1;
    let none = 1;
    for (const [drawn, sum] of sums.slice(0, scored).entries()) {
      all *= Math.max(0, passed - drawn) / (scored - drawn);
      none *= Math.max(0, scored - passed - drawn) / (scored - drawn);
      sum.all += all;
      sum.some += 1 - none;
      sum.prompts += 1;
    }
  }
  return sums.map(({ all, some, prompts }, at) => ({
    k: at + 1,
    pass_hat_k: prompts === 0 ? null : all / prompts,
    pass_at_k: prompts === 0 ? null : some / prompts,
    prompts,
  }));
}
