/** One stored episode of `--from-trace`. */
export interface TraceEpisode {
  index: number;
  group_index: number;
  /** The policy's replies, turn by turn, whole. */
  turns: {
    text: string;
    /** It was cut by length. */
    truncated: boolean;
    /** What the env answered then; null where nothing was recorded. */
    observation: unknown;
    done: boolean;
    reward: number | null;
  }[];
}
