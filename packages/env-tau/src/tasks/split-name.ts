import { DataError } from 'slime-sdk';

/** Letters that every file system, and the name of a data set, takes. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * The split that a file `tasks_<split>.<ending>` holds; undefined for a file of another name.
 *
 * @throws DataError for a split whose name is not safe in names of files.
 */
export function splitOfFile(
  folder: string,
  file: string,
  endings: readonly string[],
): string | undefined {
  const [, split, ending] = /^tasks_(.*)\.([^.]+)$/su.exec(file) ?? [];
  if (split === undefined || ending === undefined || !endings.includes(ending)) return undefined;
  if (SAFE.test(split)) return split;
  throw new DataError(
    `${folder} has a file ${JSON.stringify(file)}, which would be tasks of the split ` +
      `${JSON.stringify(split)}: rename it, a split is called by letters, digits, - and _.`,
    { data: { folder, file } },
  );
}
