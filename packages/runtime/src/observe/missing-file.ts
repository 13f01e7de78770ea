/** Whether an error says that a file is not there. */
export function isMissing(error: unknown): boolean {
  return hasErrno(error, 'ENOENT');
}

/** Whether an error of the file system has this code. */
export function hasErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
