import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject, Sample } from 'slime-sdk';
import type { GroupRecord } from '../rollout/records.ts';
import { TRAIN_INPUTS, type TrainInputKey } from '../vision/train-inputs.ts';
import { makeFolder } from './make-folder.ts';
import { isMissing } from './missing-file.ts';
import { replaceFile } from './replace-file.ts';
import { RUN_FILES, runFile } from './run-files.ts';
import { safetensorsHead, type TensorEntry } from './safetensors.ts';

/** Keys in the order of their data: eight bytes an element first. */
const KEYS = ['image_grid_thw', 'pixel_values'] as const satisfies TrainInputKey[];

type Grouped = Pick<GroupRecord, 'group_index' | 'samples' | 'pictures'>;

/** A group's file, relative to the run's folder. */
function tensorFile(groupIndex: number): string {
  return `${RUN_FILES.tensors}/${groupIndex}.safetensors`;
}

/** Name of a tensor in it: `multimodal_train_input_id` and key. */
function tensorName(id: string, key: TrainInputKey): string {
  return `${id}.${key}`;
}

/**
 * Writes the trainer's tensors of a group's pictures into a file of their own, whole or not at all.
 * One tensor is in memory at a time. Gives the file's bytes; 0 where there are no pictures.
 */
export async function writeTensors(dir: string, group: Grouped): Promise<number> {
  const { pictures } = group;
  if (pictures === undefined || pictures.size === 0) return 0;
  const parts = KEYS.flatMap((key) => [...pictures].map(([id, source]) => ({ id, key, source })));
  const entries = parts.map(({ id, key, source }): TensorEntry => ({
    name: tensorName(id, key),
    dtype: TRAIN_INPUTS[key].dtype,
    shape: source.shape(key),
  }));
  const samples = group.samples.map((sample) => [sample.index, sample.multimodal_train_input_id]);
  const head = safetensorsHead(entries, { format: 'pt', samples: JSON.stringify(samples) });
  makeFolder(runFile(dir, 'tensors'));
  let bytes = head.length;
  await replaceFile(join(dir, tensorFile(group.group_index)), async (write) => {
    await write(head);
    for (const { key, source } of parts) {
      const { data } = await source.merge(key);
      await write(new Uint8Array(data.buffer));
      bytes += data.byteLength;
    }
  });
  return bytes;
}

/** Takes a group's file away again. */
export async function removeTensors(dir: string, groupIndex: number): Promise<void> {
  await rm(join(dir, tensorFile(groupIndex)), { force: true });
}

/**
 * A sample as its line has it: each of its tensors named by file and tensor, where the group has
 * them.
 */
export function withTensorNames(sample: Sample, { group_index: group, pictures }: Grouped): Sample {
  const id = sample.multimodal_train_input_id;
  if (id === null || pictures?.has(id) !== true) return sample;
  const names = KEYS.map((key): [string, JsonObject] => [
    key,
    { file: tensorFile(group), tensor: tensorName(id, key) },
  ]);
  return { ...sample, multimodal_train_inputs: Object.fromEntries(names) };
}

/** Whether a group's file has as many bytes as were written; true for none. */
export async function hasTensors(dir: string, groupIndex: number, bytes: number): Promise<boolean> {
  if (bytes === 0) return true;
  try {
    return (await stat(join(dir, tensorFile(groupIndex)))).size === bytes;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Removes the files of groups that are run again, and what a killed run left half written. */
export async function keepTensors(dir: string, groups: ReadonlySet<number>): Promise<void> {
  const folder = runFile(dir, 'tensors');
  const kept = new Set([...groups].map((group) => tensorFile(group)));
  for (const name of await readdir(folder).catch(noneIfMissing)) {
    if (kept.has(`${RUN_FILES.tensors}/${name}`)) continue;
    await rm(join(folder, name), { force: true });
  }
}

function noneIfMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}
