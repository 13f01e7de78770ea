import { z } from 'zod';
import { DataError } from '../../errors.ts';
import { formatPath } from '../../json-path.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import type { Follows } from './instruction.ts';
import { instructions } from './instructions.ts';
import { nearIds } from './near-ids.ts';
import { unsupported } from './unsupported.ts';

const values = z.record(z.string(), z.json());
const filledId = z.string().regex(/\S/, 'an instruction id is blank');

const metadataSchema = z.object({
  instruction_id_list: z.array(filledId).min(1, 'the row has no instruction'),
  kwargs: z.union([z.array(values.nullable()), values]).nullish(),
});

/** What a row's metadata says of its instructions. */
export interface IfbenchMetadata {
  /** At least one id, such as `count:numbers`. */
  instruction_id_list: string[];
  /**
   * The arguments of each instruction, in the same order; null arguments count as left out. One
   * object serves all instructions. Default: none has arguments.
   */
  kwargs?: (Record<string, JsonValue> | null)[] | Record<string, JsonValue> | null;
}

/** An instruction of a row, ready to judge a response. */
export interface BoundInstruction {
  readonly id: string;
  readonly follows: Follows;
}

const shape = 'give every row instruction_id_list and, in the same order, kwargs';

function fault(
  path: readonly PropertyKey[],
  value: unknown,
  message: string,
  wayOut = shape,
): DataError {
  const where = formatPath(['metadata', ...path]);
  const shown = (JSON.stringify(value) ?? 'undefined').slice(0, 200);
  return new DataError(`ifbench: ${where} ${shown}: ${message}; ${wayOut}`, {
    data: { path: where, value: shown, fault: message },
  });
}

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    root,
  );

function firstIssue(error: z.ZodError, root: unknown, path: readonly PropertyKey[]): DataError {
  const [issue] = error.issues;
  const inner = issue?.path ?? [];
  return fault([...path, ...inner], valueAt(root, inner), issue?.message ?? 'is not readable');
}

/** The arguments of each instruction, those that are null left out. */
function argumentsOf({
  instruction_id_list: ids,
  kwargs,
}: z.infer<typeof metadataSchema>): JsonObject[] {
  if (Array.isArray(kwargs) && kwargs.length !== ids.length) {
    throw fault(
      ['kwargs'],
      kwargs,
      `${kwargs.length} entries for ${ids.length} of instruction_id_list`,
    );
  }
  return ids.map((_, at) => {
    const own = (Array.isArray(kwargs) ? kwargs[at] : kwargs) ?? {};
    return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
  });
}

function unknownId(id: string, at: number): DataError {
  const path = ['instruction_id_list', at];
  const needs = unsupported.get(id);
  if (needs !== undefined) {
    const message = `not supported, since it needs ${needs}`;
    return fault(path, id, message, 'take the row out, or grade it with --custom-rm-path');
  }
  const near = nearIds(id, [...instructions.keys(), ...unsupported.keys()]);
  return fault(path, id, 'there is no such instruction', `the nearest are ${near.join(', ')}`);
}

/**
 * The instructions of a row. The metadata is read and never changed.
 *
 * @throws DataError that names what is wrong: no instruction, one that is unknown or not supported,
 * or arguments that are missing, too many or of another kind.
 */
export function readInstructions(metadata: JsonObject): BoundInstruction[] {
  const parsed = metadataSchema.safeParse(metadata);
  if (!parsed.success) throw firstIssue(parsed.error, metadata, []);
  const all = argumentsOf(parsed.data);
  return parsed.data.instruction_id_list.map((written, at) => {
    const id = written.trim();
    const own = all[at] ?? {};
    const follows = instructions.get(id)?.bind(own);
    if (follows === undefined) throw unknownId(id, at);
    if (typeof follows === 'function') return { id, follows };
    throw firstIssue(follows, own, Array.isArray(parsed.data.kwargs) ? ['kwargs', at] : ['kwargs']);
  });
}
