import { z } from 'zod';
import { formatPath } from './json-path.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { ImageSource, ToolSpec } from './messages.ts';

/** What a tool gives: text, or text with more about the step. */
export type ToolResult =
  | string
  | {
      text: string;
      images?: ImageSource[];
      info?: JsonObject;
      reward?: number;
      /** Ends the episode after this turn. */
      done?: boolean;
    };

/** What a tool is told besides its arguments. */
export interface ToolContext {
  turn: number;
  seed: number;
  signal: AbortSignal;
}

/** A tool: its schema for the template, its arguments checked before it runs. */
export interface Tool<State = unknown> {
  readonly name: string;
  readonly spec: ToolSpec;
  /** Other names that the same tool answers to. */
  readonly aliases: readonly string[];
  /** Arguments, or what is wrong with them in one sentence. */
  parse(value: JsonValue): { ok: true; value: unknown } | { ok: false; error: string };
  execute(value: unknown, state: State, context: ToolContext): MaybePromise<ToolResult>;
}

/** The argument of {@link defineTool}. */
export interface ToolOptions<Schema extends z.ZodType, State> {
  name: string;
  description: string;
  parameters: Schema;
  aliases?: readonly string[];
  execute(args: z.output<Schema>, state: State, context: ToolContext): MaybePromise<ToolResult>;
}

/**
 * Declares a tool of a {@link ToolEnv}: the schema becomes the template's tool schema and checks
 * the arguments of each call.
 */
export function defineTool<Schema extends z.ZodType, State = unknown>(
  options: ToolOptions<Schema, State>,
): Tool<State> {
  const { $schema: _, ...parameters } = z.toJSONSchema(options.parameters, { io: 'input' });
  return {
    name: options.name,
    aliases: options.aliases ?? [],
    spec: {
      type: 'function',
      function: {
        name: options.name,
        description: options.description,
        parameters: z.record(z.string(), z.json()).parse(parameters),
      },
    },
    parse(value) {
      const parsed = options.parameters.safeParse(value);
      if (parsed.success) return { ok: true, value: parsed.data };
      const lines = parsed.error.issues.map(
        (issue) => `${formatPath(issue.path)}: ${issue.message}`,
      );
      return { ok: false, error: lines.join('; ') };
    },
    execute: (value, state, context) =>
      options.execute(options.parameters.parse(value), state, context),
  };
}
