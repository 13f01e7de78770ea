import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type * as Hyparquet from 'hyparquet';
import type { AsyncBuffer, CompressionCodec, Compressors, FileMetaData } from 'hyparquet';
import { ConfigError, DataError, formatPath, type JsonObject } from 'slime-sdk';
import type { SourceRow } from './jsonl-rows.ts';
import { ParquetValueError, parquetToJson } from './parquet-value.ts';
import { type PromptDataPath, resolveSlice } from './prompt-data-path.ts';
import { unreadable } from './read-lines.ts';
import { rowError, type RowPlace } from './row-error.ts';

/**
 * Streams the rows of a parquet file, only the named columns and the row groups of the slice.
 * Columns that the file has not are left out of the rows.
 *
 * @throws ConfigError naming the optional package that is to be installed.
 * @throws DataError when the file is no parquet, or a value has no JSON form.
 */
export async function* readParquetRows(
  path: PromptDataPath,
  wanted: ReadonlySet<string>,
): AsyncGenerator<SourceRow, void> {
  const { file } = path;
  const hyparquet = await loadOptional('hyparquet', () => import('hyparquet'));
  const { buffer, metadata } = await open(file, hyparquet);
  const names = hyparquet.parquetSchema(metadata).children.map((child) => child.element.name);
  const columns = names.filter((name) => wanted.has(name));
  const compressors = await loadCompressors(file, metadata);
  const { from, to } = resolveSlice(path, Number(metadata.num_rows));
  for (const [start, end] of groupRanges(metadata, from, to)) {
    const rows: Record<string, unknown>[] = await hyparquet
      .parquetReadObjects({
        file: buffer,
        metadata,
        columns,
        rowStart: start,
        rowEnd: end,
        compressors,
        utf8: false,
      })
      .catch((error: unknown) => {
        throw notParquet(file, error);
      });
    for (const [at, row] of rows.entries()) {
      const place = { file, row: start + at, line: null };
      yield { place, values: toValues(row, place), columns: () => names };
    }
  }
}

async function open(
  file: string,
  hyparquet: typeof Hyparquet,
): Promise<{ buffer: AsyncBuffer; metadata: FileMetaData }> {
  let buffer: AsyncBuffer;
  try {
    buffer = await hyparquet.asyncBufferFromFile(file);
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    return { buffer, metadata: await hyparquet.parquetMetadataAsync(buffer) };
  } catch (error) {
    throw notParquet(file, error);
  }
}

function notParquet(file: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const known = unreadable(file, error);
  if (known !== error) return known;
  return new DataError(
    `${file}: not readable as parquet (${error.message}); write the file again, or as .jsonl`,
    { cause: error, data: { file } },
  );
}

/** The rows of each row group that the slice touches; a group is decoded as a whole. */
function* groupRanges(
  metadata: FileMetaData,
  from: number,
  to: number,
): Generator<[start: number, end: number]> {
  let first = 0;
  for (const group of metadata.row_groups) {
    const next = first + Number(group.num_rows);
    if (from < next && first < to) yield [Math.max(first, from), Math.min(next, to)];
    first = next;
  }
}

function toValues(row: Record<string, unknown>, place: RowPlace): JsonObject {
  try {
    return Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, parquetToJson(value, [column])]),
    );
  } catch (error) {
    if (!(error instanceof ParquetValueError)) throw error;
    throw rowError(place, `${formatPath(error.path)}: ${error.message}`, error);
  }
}

const BUILT_IN: ReadonlySet<CompressionCodec> = new Set(['UNCOMPRESSED', 'SNAPPY']);
const NODE_ZLIB: Compressors = {
  GZIP: (input) => gunzipSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
};

async function loadCompressors(file: string, metadata: FileMetaData): Promise<Compressors> {
  const codecs = new Set(
    metadata.row_groups.flatMap((group) =>
      group.columns.flatMap((column) => column.meta_data?.codec ?? []),
    ),
  );
  const other = [...codecs].filter((codec) => !BUILT_IN.has(codec) && !(codec in NODE_ZLIB));
  if (other.length === 0) return NODE_ZLIB;
  const { compressors } = await loadOptional(
    'hyparquet-compressors',
    () => import('hyparquet-compressors'),
    `${file} is compressed by ${other.join(', ')}`,
  );
  return { ...compressors, ...NODE_ZLIB };
}

async function loadOptional<Module>(
  name: string,
  load: () => Promise<Module>,
  why = 'reading .parquet',
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw new ConfigError(
      `${why}: the package ${name} is needed and cannot be loaded; run: npm install ${name}`,
      { cause: error },
    );
  }
}
