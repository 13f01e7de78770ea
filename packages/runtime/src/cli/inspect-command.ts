import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { ConfigError, DataError, isSlimeError, type JsonObject, type Sample } from 'slime-sdk';
import { escapeLines } from '../observe/escape-text.ts';
import { hasColors } from '../observe/has-colors.ts';
import { runFile } from '../observe/run-files.ts';
import {
  openDump,
  rerender,
  type Rerendering,
  rerenderingLines,
  type SampleDump,
  segmentLines,
  segmentsOf,
  titleOf,
} from '../observe/inspect/index.ts';
import { hashCheckpoint, hashFile } from '../rollout/hash-file.ts';
import { recordedDate } from '../rollout/template-date.ts';
import { type ChatEncoder, loadChatEncoder } from '../tokens/index.ts';
import { addArgsOptions, readArgsFlags } from './args-options.ts';
import { type CliContext, writeLine } from './cli-context.ts';

const HELP = `
A row a token: position, loss mask, id, log-prob, text; control characters are escaped. Prompt,
turns and bridges are told apart, and the whole is compared with a full rendering of its
conversation by the chat template.

Of a run's folder the checkpoint is known; a file alone needs --hf-checkpoint to be shown as text.

Examples:
  $ slime-runtime inspect runs/geo3k-20260101T000000Z --index 7
  $ slime-runtime inspect samples.jsonl --row 3 --hf-checkpoint Qwen3-4B --turn 1 --all

Exit code 1 when a row on the way is no sample.`;

const FLAGS = [
  'hf_checkpoint',
  'chat_template',
  'apply_chat_template_kwargs',
  'sglang_tool_call_parser',
  'sglang_reasoning_parser',
] as const;

interface InspectOptions {
  index?: number;
  row?: number;
  first?: number;
  turn?: number;
  all?: true;
}

/** `slime-runtime inspect`: a sample, token by token, beside a full rendering. */
export function inspectCommand(context: CliContext): Command {
  const command = new Command('inspect')
    .description('Show samples token by token, and where they differ from a full rendering')
    .argument('<path>', "a run's folder, or samples as JSON lines")
    .option('--index <number>', 'the samples of this index', readCount)
    .option('--row <number>', 'the sample in this line of the file, counted from 1', readPlace)
    .option('--first <number>', 'so many samples from the beginning (default: 1)', readPlace)
    .option('--turn <number>', 'one turn alone, counted from 0', readCount)
    .option('--all', 'show every token')
    .addHelpText('after', HELP);
  return addArgsOptions(command, FLAGS).action(async (path: string, options: InspectOptions) => {
    await inspect(path, options, readArgsFlags(command), context);
  });
}

async function inspect(
  path: string,
  options: InspectOptions,
  flags: JsonObject,
  context: CliContext,
): Promise<void> {
  const chosen = [options.index, options.row, options.first].filter((one) => one !== undefined);
  if (chosen.length > 1) throw new ConfigError('--index, --row and --first: name one of them');
  const dump = await openDump(path);
  const args = { ...dump.run?.args, ...flags };
  const encoder = await openEncoder(dump, args, context);
  let shown = 0;
  let problem: string | null = null;
  for await (const row of dump.rows()) {
    if (options.row !== undefined && row.line < options.row) continue;
    if ('problem' in row) {
      problem = `${dump.file}:${row.line}: ${row.problem}`;
      context.exitCode = 1;
      if (options.row === undefined) await writeLine(context.stderr, escapeLines(problem));
    } else if (options.index === undefined || row.sample.index === options.index) {
      const isFirst = shown === 0;
      const isShown = await show(row.sample, row.line, {
        dump,
        args,
        encoder,
        options,
        context,
        isFirst,
      });
      // Of several samples of an index one has the turn.
      if (isShown) shown += 1;
      else problem = `${dump.file}:${row.line}: the sample has no turn ${options.turn}`;
    }
    if (options.row !== undefined) break;
    if (options.index === undefined && shown >= (options.first ?? 1)) break;
  }
  if (shown > 0) return;
  throw new DataError(problem === null ? nothingFound(dump, options) : problem, {
    data: { file: dump.file },
  });
}

function nothingFound({ file }: SampleDump, { index, row }: InspectOptions): string {
  if (index !== undefined) return `${file} holds no sample of index ${index}`;
  if (row !== undefined) return `${file} holds no sample in line ${row}`;
  return `${file} holds no sample yet`;
}

interface Shown {
  dump: SampleDump;
  args: JsonObject;
  encoder: ChatEncoder | null;
  options: InspectOptions;
  context: CliContext;
  isFirst: boolean;
}

/** Whether the sample has the turn that is asked for; else nothing is shown. */
async function show(sample: Sample, line: number, shown: Shown): Promise<boolean> {
  const { dump, encoder, options, context } = shown;
  const color = hasColors(context.stdout);
  const segments = segmentsOf(sample, await dump.turnsOf(sample));
  const turn = options.turn ?? null;
  if (turn !== null && !segments.some((segment) => segment.turn === turn)) {
    return false;
  }
  if (!shown.isFirst) await writeLine(context.stdout, '');
  const all = options.all === true;
  await writeLine(context.stdout, titleOf(sample, `line ${line}`, segments));
  for (const text of await segmentLines(sample, segments, { color, encoder, all, turn })) {
    await writeLine(context.stdout, text);
  }
  const beside = await besideRendering(sample, segments, shown);
  for (const text of rerenderingLines(beside, color)) await writeLine(context.stdout, text);
  return true;
}

async function besideRendering(
  sample: Sample,
  segments: ReturnType<typeof segmentsOf>,
  { encoder, args }: Shown,
): Promise<Rerendering> {
  const template = encoder?.conversation;
  if (encoder === null || template === undefined) {
    const why = encoder === null ? 'no checkpoint is named' : 'the checkpoint has no chat template';
    return { compared: false, why };
  }
  if (sample.tokens.length === 0) return { compared: false, why: 'it has no tokens' };
  const textOf = (key: string): string | null => {
    const value = args[key];
    return typeof value === 'string' ? value : null;
  };
  const parsers = {
    sglang_tool_call_parser: textOf('sglang_tool_call_parser'),
    sglang_reasoning_parser: textOf('sglang_reasoning_parser'),
  };
  try {
    return await rerender(sample, segments, { encoder, template, parsers });
  } catch (error) {
    // Tools or messages of another's dump that are none: its tokens are worth seeing all the same.
    if (!isSlimeError(error)) throw error;
    return { compared: false, why: error.message };
  }
}

/** That of the run, or the one that a flag names; null where neither is. */
async function openEncoder(
  { file, run }: SampleDump,
  args: JsonObject,
  context: CliContext,
): Promise<ChatEncoder | null> {
  const folder = args['hf_checkpoint'];
  const kwargs = args['apply_chat_template_kwargs'];
  const templateKwargs =
    typeof kwargs === 'object' && kwargs !== null && !Array.isArray(kwargs) ? kwargs : {};
  const chatTemplate = await templateOf(run, args, context);
  const date = run === null ? null : recordedDate(runFile(dirname(file), 'run'), run);
  const rendered = { templateKwargs, chatTemplate, ...(date !== null && { now: () => date }) };
  if (typeof folder !== 'string') {
    if (run !== null) {
      return await loadChatEncoder({ checkpoint: null, ...rendered });
    }
    await writeLine(context.stderr, 'no checkpoint is known: name one with --hf-checkpoint');
    return null;
  }
  if (!existsSync(folder)) {
    throw new ConfigError(`the checkpoint ${folder} is not there: name it with --hf-checkpoint`);
  }
  const sha256 = knownHash(run, 'checkpoint');
  if (sha256 !== null && sha256 !== (await hashCheckpoint(folder))) {
    await writeLine(context.stderr, `warning: ${folder} is not the checkpoint of the run`);
  }
  return await loadChatEncoder({ checkpoint: folder, ...rendered });
}

/** The file of the run's chat template, or the one that a flag names; null for the checkpoint's. */
async function templateOf(
  run: SampleDump['run'],
  args: JsonObject,
  context: CliContext,
): Promise<string | null> {
  const file = args['chat_template'];
  if (typeof file !== 'string') return null;
  const sha256 = knownHash(run, 'chat_template');
  if (sha256 !== null && existsSync(file) && sha256 !== (await hashFile(file))) {
    await writeLine(context.stderr, `warning: ${file} is not the chat template of the run`);
  }
  return file;
}

/** The hash of a file or folder of a run, as its record has it; null where it has none. */
function knownHash(run: SampleDump['run'], setting: string): string | null {
  const known = run?.settings[setting];
  const isObject = typeof known === 'object' && known !== null && !Array.isArray(known);
  const sha256 = isObject ? known['sha256'] : undefined;
  return typeof sha256 === 'string' ? sha256 : null;
}

function readCount(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a number from 0.');
}

function readPlace(text: string): number {
  if (/^0*[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a number from 1.');
}
