import {
  cloneJson,
  ConfigError,
  createSample,
  describeJsonFault,
  findJsonFault,
  type JsonObject,
  type JsonValue,
  type Message,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import type { SourceRow } from './jsonl-rows.ts';
import { parseJson } from './parse-json.ts';
import { imagesOf, placeImages } from './place-images.ts';
import { readImageItem } from './read-image.ts';
import { readMessages } from './read-messages.ts';
import { kindOf, rowError, type RowPlace } from './row-error.ts';

/** The part of a sample that a row gives. */
export type RowContent = Pick<Sample, 'prompt' | 'label' | 'metadata' | 'multimodal_inputs'>;

/** A row of a data set, read. */
export interface DatasetRow extends RowContent {
  place: RowPlace;
}

/** Columns that rows are read by. */
export type RowKeys = Pick<
  RolloutArgs,
  | 'input_key'
  | 'label_key'
  | 'metadata_key'
  | 'tool_key'
  | 'multimodal_keys'
  | 'apply_chat_template'
>;

/**
 * The column of pictures, null without `--multimodal-keys`.
 *
 * @throws ConfigError for video, audio and unknown media.
 */
export function imageColumn({ multimodal_keys: keys }: RowKeys): string | null {
  for (const media of Object.keys(keys ?? {})) {
    if (media === 'image') continue;
    const reason = media === 'video' || media === 'audio' ? 'not supported' : 'no media type';
    throw new ConfigError(
      `--multimodal-keys: "${media}" is ${reason}; write {"image": "<column>"}`,
    );
  }
  return keys?.['image'] ?? null;
}

/** Names of all columns that {@link readRow} may read. */
export function wantedColumns(keys: RowKeys): Set<string> {
  const { input_key, label_key, metadata_key, tool_key } = keys;
  return new Set(
    [input_key, label_key, metadata_key, tool_key, imageColumn(keys)].filter(
      (name) => name !== null,
    ),
  );
}

/**
 * Reads a row into what its samples start from, as slime's `Dataset` (slime/utils/data.py), but
 * without the chat template: prompts stay messages, numbers stay numbers.
 *
 * @throws DataError with the row's place, the column and what it must be.
 */
export function readRow(source: SourceRow, keys: RowKeys): DatasetRow {
  const { place } = source;
  const column = imageColumn(keys);
  const prompt = readPrompt(source, keys, column);
  const metadata = readMetadata(source, keys);
  const label = keys.label_key === null ? null : requireColumn(source, keys.label_key, 'label');
  const images = Array.isArray(prompt) ? imagesOf(prompt) : [];
  const row: DatasetRow = {
    place,
    prompt,
    label,
    metadata,
    multimodal_inputs: column === null && images.length === 0 ? null : { images },
  };
  const fault = findJsonFault({ label, metadata, prompt });
  if (fault !== undefined) throw rowError(place, describeJsonFault(fault));
  return row;
}

/** Builds a sample of a row: a deep copy, so that no sibling can change another. */
export function createRowSample(row: RowContent): Sample {
  return createSample({
    prompt: cloneJson(row.prompt),
    label: cloneJson(row.label),
    metadata: cloneJson(row.metadata),
    multimodal_inputs: cloneJson(row.multimodal_inputs),
  });
}

function requireColumn(source: SourceRow, name: string, what: string): JsonValue {
  const value = readColumn(source, name);
  if (value !== undefined) return value;
  const columns = source.columns().map((column) => `"${column}"`);
  throw rowError(
    source.place,
    `no column "${name}" for the ${what}; the row has ${columns.join(', ') || 'none'}: ` +
      `name one of them with --${what === 'prompt' ? 'input' : what}-key`,
  );
}

function readColumn({ values }: SourceRow, name: string): JsonValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function readPrompt(source: SourceRow, keys: RowKeys, column: string | null): Sample['prompt'] {
  const { place } = source;
  const key = keys.input_key;
  const value = requireColumn(source, key, 'prompt');
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    if (!keys.apply_chat_template && column === null) return value;
    return withImages([{ role: 'user', content: value }], source, column);
  }
  if (Array.isArray(value)) return withImages(readMessages(value, [key], place), source, column);
  throw rowError(
    place,
    `column "${key}": a prompt is a string, a number or a list of messages, not ${kindOf(value)}`,
  );
}

function withImages(messages: Message[], source: SourceRow, column: string | null): Message[] {
  if (column === null) return messages;
  const value = readColumn(source, column) ?? null;
  const items = Array.isArray(value) ? value : value === null ? [] : [value];
  const images = items.map((item, at) => readImageItem(item, [column, at], source.place));
  return placeImages(messages, images, column, source.place);
}

function readMetadata(source: SourceRow, keys: RowKeys): JsonObject {
  const value = readColumn(source, keys.metadata_key) ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw rowError(
      source.place,
      `column "${keys.metadata_key}": metadata must be an object, not ${kindOf(value)}; ` +
        'name another column with --metadata-key',
    );
  }
  const tools = readTools(source, keys.tool_key);
  return tools === null ? value : { ...value, tools };
}

function readTools(source: SourceRow, key: string): JsonValue[] | null {
  let value = readColumn(source, key) ?? null;
  if (typeof value === 'string') {
    const parsed = parseJson(value);
    if (!parsed.ok) throw rowError(source.place, `column "${key}": ${parsed.message}`);
    value = parsed.value;
  }
  if (value === null || Array.isArray(value)) return value;
  throw rowError(
    source.place,
    `column "${key}": tools must be a list of tool schemas or its JSON text, not ${kindOf(value)}`,
  );
}
