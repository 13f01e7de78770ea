/** Megabytes of JavaScript heap that a plugin's child process may use (`--max-old-space-size`). */
export const CHILD_HEAP_MB = 1024;

/** Megabytes that the whole child may hold, buffers and native code included. */
export const CHILD_MEMORY_MB = 2048;

/** What a child that holds more ends with; tells that from other ends. */
export const MEMORY_SIGNAL = 'SIGUSR2';

/** Most child processes of a kind (envs, rewards); further episodes wait. */
export const MOST_CHILDREN = 32;
