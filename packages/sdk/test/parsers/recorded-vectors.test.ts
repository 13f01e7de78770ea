import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolSpec } from '../../src/index.ts';
import {
  parseResponse,
  parseToolCalls,
  reasoningParsers,
  splitReasoning,
  toolCallParsers,
} from '../../src/parsers/index.ts';
import {
  deviations,
  type Disagreement,
  reasoningDeviations,
  responseDeviations,
  type TextDisagreement,
  textDeviations,
} from './deviations.ts';
import { readShared } from './shared-data.ts';

const toolSchema = z.object({ name: z.string(), parameters: z.record(z.string(), z.json()) });

const vectorsSchema = z.object({
  tools: z.array(toolSchema),
  tool_vectors: z.array(
    z.object({
      parser: z.string(),
      input: z.string(),
      normal_text: z.string().optional(),
      calls: z.array(z.object({ name: z.string(), parameters: z.string() })).optional(),
    }),
  ),
  reasoning_vectors: z.array(
    z.object({
      parser: z.string(),
      input: z.string(),
      reasoning: z.string(),
      text: z.string(),
    }),
  ),
});

const responsesSchema = z.object({
  parse_model_output: z.array(
    z.object({
      raw: z.string(),
      tools: z.boolean(),
      tool_parser: z.string().nullable(),
      reasoning_parser: z.string().nullable(),
      reasoning: z.string(),
      text: z.string(),
      tool_uses: z.array(z.object({ name: z.string(), input: z.json() })),
    }),
  ),
});

function toSpec(tool: z.output<typeof toolSchema>): ToolSpec {
  return { type: 'function', function: tool };
}

/** What is no JSON is compared as the text that SGLang hands on. */
function jsonOrText(text: string): unknown {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return text;
  }
}

function agree({ ours, theirs }: Disagreement): boolean {
  const read = ours.map(({ name, arguments: args }) => ({ name, arguments: args }));
  return JSON.stringify(read) === JSON.stringify(theirs);
}

test('names and arguments equal SGLang’s recorded ones, but for the declared deviations', (context) => {
  const { tools, tool_vectors } = vectorsSchema.parse(
    readShared(context, 'agent/tool-parser-vectors.json'),
  );
  const specs = tools.map(toSpec);
  const used = new Set<string>();
  const unexplained: Disagreement[] = [];
  let compared = 0;
  for (const { parser, input, calls } of tool_vectors) {
    if (!toolCallParsers.includes(parser)) continue;
    compared += 1;
    const theirs = calls?.map((call) => ({
      name: call.name,
      arguments: jsonOrText(call.parameters),
    }));
    const ours = parseToolCalls(parser, input, specs).calls;
    const disagreement = { parser, input, theirs, ours };
    if (agree(disagreement)) continue;
    const found = deviations.filter((deviation) => deviation.applies(disagreement));
    if (found.length === 0) unexplained.push(disagreement);
    for (const { name } of found) used.add(name);
  }
  expect(unexplained).toEqual([]);
  expect(deviations.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  expect(compared).toBe(24);
});

test('text outside of the calls equals SGLang’s, but for the declared deviations', (context) => {
  const { tools, tool_vectors } = vectorsSchema.parse(
    readShared(context, 'agent/tool-parser-vectors.json'),
  );
  const differing = tool_vectors
    .filter(({ parser }) => toolCallParsers.includes(parser))
    .map(({ parser, input, normal_text: theirs }): TextDisagreement => {
      return { input, theirs, ours: parseToolCalls(parser, input, tools.map(toSpec)) };
    })
    .filter(({ theirs, ours }) => ours.content !== theirs);
  const namesOf = (one: TextDisagreement): string[] =>
    textDeviations.filter((deviation) => deviation.applies(one)).map(({ name }) => name);
  expect(differing.filter((one) => namesOf(one).length === 0)).toEqual([]);
  const used = new Set(differing.flatMap(namesOf));
  expect(textDeviations.filter(({ name }) => !used.has(name))).toEqual([]);
  expect(differing).toHaveLength(12);
});

test('reasoning and text equal SGLang’s recorded ones, but for the declared deviations', (context) => {
  const { reasoning_vectors } = vectorsSchema.parse(
    readShared(context, 'agent/tool-parser-vectors.json'),
  );
  const known = reasoning_vectors.filter(({ parser }) => reasoningParsers.includes(parser));
  const isDeclared = ({ parser, input }: (typeof known)[number]): boolean =>
    reasoningDeviations.some((it) => it.parser === parser && it.input === input);
  const same = known.filter((vector) => !isDeclared(vector));
  expect(same.map(({ parser, input }) => splitReasoning(parser, input))).toEqual(
    same.map(({ reasoning, text }) => ({ reasoning, content: text })),
  );
  expect(known.filter(isDeclared)).toHaveLength(reasoningDeviations.length);
  for (const { parser, input, ours } of reasoningDeviations) {
    expect(splitReasoning(parser, input)).toEqual(ours);
  }
  expect(known.length).toBe(20);
});

test('whole responses read as slime’s recorded ones, but for the declared deviations', (context) => {
  const { parse_model_output } = responsesSchema.parse(
    readShared(context, 'agent/agent-vectors.json'),
  );
  const { tools } = vectorsSchema.parse(readShared(context, 'agent/tool-parser-vectors.json'));
  const read = parse_model_output.filter(
    ({ tool_parser, reasoning_parser }) =>
      tool_parser !== null &&
      toolCallParsers.includes(tool_parser) &&
      (reasoning_parser === null || reasoningParsers.includes(reasoning_parser)),
  );
  let deviating = 0;
  for (const { raw, tool_parser, reasoning_parser, reasoning, text, tool_uses } of read) {
    const ours = parseResponse(raw, {
      toolCallParser: tool_parser,
      reasoningParser: reasoning_parser,
      tools: tools.map(toSpec),
    });
    const calls = ours.calls.filter((call) => call.error === undefined);
    const deviation = responseDeviations.find((it) => it.raw === raw);
    if (deviation !== undefined) {
      expect({ ...ours, theirs: tool_uses }).toEqual({ ...deviation.ours, theirs: [] });
      deviating += 1;
      continue;
    }
    expect(calls.map(({ name, arguments: input }) => ({ name, input }))).toEqual(tool_uses);
    expect(ours.reasoning).toBe(reasoning);
    // slime drops the text after a call, and leaves a call that it cannot read in the text.
    const isWhole = calls.length === ours.calls.length;
    expect(isWhole ? ours.content.slice(0, text.length) : raw).toBe(text);
  }
  expect(deviating).toBe(responseDeviations.length);
  expect(read.length).toBe(11);
});
