/** The two worlds of tau-bench. */
export type TauWorld = 'retail' | 'airline';

/** Names of the worlds, as `--world` and file names spell them. */
export const TAU_WORLDS: readonly TauWorld[] = ['retail', 'airline'];
