import { DataError, formatPath, type JsonObject, type JsonValue, type ToolSpec } from 'slime-sdk';
import { z } from 'zod';

const toolSpecsSchema = z.array(
  z.object({
    type: z.literal('function'),
    function: z.object({
      name: z.string().min(1),
      description: z.string().exactOptional(),
      parameters: z.record(z.string(), z.json()).exactOptional(),
    }),
  }),
);

/**
 * Reads the tools of a row, which slime keeps under `metadata.tools`; undefined when it has none.
 *
 * @throws DataError with the path of what is no tool.
 */
export function readToolSpecs(metadata: JsonObject): ToolSpec[] | undefined {
  if (metadata['tools'] === undefined || metadata['tools'] === null) return undefined;
  const parsed = toolSpecsSchema.safeParse(metadata['tools']);
  // The row's own objects: they know how their numbers were written, and keys that are not ours.
  if (parsed.success) return z.array(z.custom<ToolSpec>()).parse(metadata['tools']);
  const [issue] = parsed.error.issues;
  throw new DataError(
    `metadata.tools${issue === undefined ? '' : formatPath(issue.path)}: ${issue?.message ?? 'not a list of tools'}`,
  );
}

/** Tool schemas are plain JSON; their interface only does not say so. */
export function toolSpecsAsJson(tools: readonly ToolSpec[]): JsonValue {
  return tools.map(({ type, function: tool }) => ({
    type,
    function: {
      name: tool.name,
      ...(tool.description === undefined ? {} : { description: tool.description }),
      ...(tool.parameters === undefined ? {} : { parameters: tool.parameters }),
    },
  }));
}
