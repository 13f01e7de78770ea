import type { Encoder, Sample } from 'slime-sdk';
import pc from 'picocolors';
import { escapeText, quoteText } from '../escape-text.ts';
import type { Rerendering } from './rerender.ts';
import type { Segment } from './segments.ts';
import { tokenTexts } from './token-texts.ts';

/** How a sample is shown. */
export interface DrawOptions {
  readonly color: boolean;
  /** Null where no tokenizer is known: ids alone are shown. */
  readonly encoder: Encoder | null;
  /** Every token, however many there are. */
  readonly all: boolean;
  /** This turn and its bridge alone. */
  readonly turn: number | null;
}

type Colors = ReturnType<typeof pc.createColors>;

/** Tokens that are shown at both ends of a long segment. */
const SHOWN = { prompt: [12, 8], turn: [48, 16], bridge: [16, 8] } as const;
const LONGEST_TEXT = 1200;
/** Of a long episode the tokens of these turns are shown; of the others the text. */
const SHOWN_TURNS = { first: 4, last: 2 };

/** One line about a sample. */
export function titleOf(sample: Sample, place: string, segments: readonly Segment[]): string {
  const { tokens, response_length: response, status, reward, index, group_index: group } = sample;
  const trained = sample.loss_mask?.reduce((total, bit) => total + bit, 0) ?? response;
  const turns = segments.filter(({ kind }) => kind === 'turn').length;
  return escapeText(
    `sample ${index ?? '(no index)'} of group ${group ?? '(none)'} (${place}): ${status}, reward ` +
      `${JSON.stringify(reward)}, ${turns} turn${turns === 1 ? '' : 's'}, ${tokens.length} tokens: ` +
      `${tokens.length - response} of prompt, ${response} of response, ${trained} trained`,
  );
}

/** The tokens of a sample, segment by segment. */
export async function segmentLines(
  sample: Sample,
  segments: readonly Segment[],
  options: DrawOptions,
): Promise<string[]> {
  const colors = pc.createColors(options.color);
  const lines: string[] = [];
  const firstTurn = segments[1]?.turn ?? 0;
  const lastTurn = segments.at(-1)?.turn ?? 0;
  for (const segment of segments) {
    const { turn } = segment;
    if (options.turn !== null && turn !== options.turn) continue;
    const isMiddle = turn >= firstTurn + SHOWN_TURNS.first && turn <= lastTurn - SHOWN_TURNS.last;
    const isBrief = isMiddle && !options.all && options.turn === null;
    lines.push('', colors.bold(colors.cyan(heading(sample, segment, options))));
    lines.push(...(await textLines(sample, segment, options, colors)));
    if (isBrief)
      lines.push(colors.dim(`   ... its tokens are shown with --turn ${turn}, or --all`));
    else lines.push(...(await rows(sample, segment, options, colors)));
  }
  return lines;
}

function heading(sample: Sample, segment: Segment, { encoder }: DrawOptions): string {
  const { kind, start, end, turn, record } = segment;
  const count = `${end - start} token${end - start === 1 ? '' : 's'}`;
  const where = end === start ? 'none' : `${start}..${end - 1}`;
  if (kind === 'prompt') return `== prompt, ${count} (${where}), mask 0`;
  const lastId = sample.tokens[segment.kind === 'turn' ? end - 1 : start - 1] ?? -1;
  const isEnded = encoder?.stopIds.has(lastId) ?? null;
  if (kind === 'bridge') {
    const added =
      isEnded === false ? ', begins with the end of the turn, which was not sampled' : '';
    const roles = record?.observation?.map(({ role }) => role) ?? [];
    const of = roles.length === 0 ? '' : ` of ${roles.join(', ')}`;
    return `-- bridge behind turn ${turn}${of}, ${count} (${where}), mask 0${added}`;
  }
  const from = start - (sample.tokens.length - sample.response_length);
  const mask = sample.loss_mask?.slice(from, from + end - start);
  const trained = mask?.reduce((total, bit) => total + bit, 0) ?? end - start;
  const logProbs = sample.rollout_log_probs?.slice(from, from + end - start);
  const mean = (logProbs?.reduce((total, value) => total + value, 0) ?? 0) / (end - start);
  return [
    `== turn ${turn}, ${count} (${where}), sampled`,
    trained === end - start ? 'mask 1' : `${trained} of mask 1`,
    ...(logProbs === undefined ? ['no log-probs'] : [`mean log-prob ${mean.toFixed(3)}`]),
    ...(record?.finish == null ? [] : [`finish ${escapeText(record.finish.type)}`]),
    ...(isEnded === false ? ['no end sampled'] : []),
    ...(record?.ending == null ? [] : [`ending ${escapeText(record.ending)}`]),
  ].join(', ');
}

async function rows(
  sample: Sample,
  segment: Segment,
  { encoder, all }: DrawOptions,
  colors: Colors,
): Promise<string[]> {
  const { kind, start, end } = segment;
  const ids = sample.tokens.slice(start, end);
  const texts = encoder === null ? ids.map(() => '') : await tokenTexts(ids, encoder);
  const paint = paintOf(kind, colors);
  const [head, tail] = SHOWN[kind];
  const hidden = all ? 0 : Math.max(0, ids.length - head - tail);
  const width = String(sample.tokens.length).length;
  const prompt = sample.tokens.length - sample.response_length;
  const lines = ids.flatMap((id, at) => {
    if (hidden > 0 && at >= head && at < head + hidden) {
      return at === head ? [colors.dim(`   ... ${hidden} more tokens, shown with --all`)] : [];
    }
    const place = start + at - prompt;
    const mask = place < 0 ? 0 : (sample.loss_mask?.[place] ?? 1);
    const logProb = kind === 'turn' ? sample.rollout_log_probs?.[place] : undefined;
    const isMasked = kind === 'turn' && mask === 0;
    return [
      `   ${String(start + at).padStart(width)}  ${mask}  ${String(id).padStart(6)}  ` +
        `${drawLogProb(logProb, colors)}  ` +
        (isMasked ? colors.yellow : paint)(encoder === null ? '' : quoteText(texts[at] ?? '', 80)),
    ];
  });
  return lines;
}

/** All of it as one text. */
async function textLines(
  { tokens }: Sample,
  { kind, start, end }: Segment,
  { encoder, all }: DrawOptions,
  colors: Colors,
): Promise<string[]> {
  if (encoder === null || end === start) return [];
  const text = await encoder.decode(tokens.slice(start, end), { skipSpecialTokens: false });
  const paint = paintOf(kind, colors);
  return [`   ${paint(quoteText(text, all ? Infinity : LONGEST_TEXT))}`];
}

function paintOf(kind: Segment['kind'], colors: Colors): Colors['dim'] {
  return kind === 'turn' ? colors.green : colors.dim;
}

function drawLogProb(value: number | undefined, colors: Colors): string {
  if (value === undefined) return ' '.repeat(8);
  const text = value.toFixed(4).padStart(8);
  if (value < -5) return colors.red(text);
  return value < -2 ? colors.yellow(text) : text;
}

/** Where a sample differs from a full rendering, and why. */
export function rerenderingLines(found: Rerendering, color: boolean): string[] {
  const colors = pc.createColors(color);
  const lines = ['', colors.bold(colors.cyan('== beside a full rendering'))];
  if (!found.compared) return [...lines, `   not compared: ${escapeText(found.why)}`];
  const { departures, notes } = found;
  const count = departures.length;
  return [
    ...lines,
    ...notes.map((note) => `   ${note}`),
    count === 0
      ? '   the same ids'
      : `   differs in ${count} place${count === 1 ? '' : 's'}; the sample keeps what was sampled`,
    ...departures.flatMap(({ start, end, stored, rendered, reason }) => [
      colors.magenta(`   ${end > start ? `tokens ${start}..${end - 1}` : `before token ${start}`}`),
      `     sample    ${quoteText(stored, 160)}`,
      `     rendered  ${quoteText(rendered, 160)}`,
      `     because   ${escapeText(reason)}`,
    ]),
  ];
}
