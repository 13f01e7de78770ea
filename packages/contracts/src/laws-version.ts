/** Version of the set of laws; a new required law changes it. */
export const LAWS_VERSION = 2;
