import fc from 'fast-check';
import type { JsonValue, Sample } from 'slime-sdk';
import { labelText, wrongAnswer } from '../../arbitraries/wrong-answer.ts';
import { Picker } from '../../arbitraries/picks.ts';
import type { World } from '../../world/world.ts';
import { isNoLabel, isSameMeaning } from './labels.ts';

/** What a response answers. */
export type Row = Pick<Sample, 'prompt' | 'label' | 'metadata'>;

/** Labels of one kind: whoever can read one of them can read the others, and no two are equal. */
interface LabelKind {
  prompt: string;
  labels: readonly JsonValue[];
}

const KINDS: readonly LabelKind[] = [
  { prompt: 'How many are there?', labels: ['42', '7', '-3', '128', '2024', '15'] },
  { prompt: 'Which one is it?', labels: ['A', 'B', 'C', 'D'] },
  { prompt: 'How much is it?', labels: ['3.5', '0.25', '12.75', '-1.5'] },
  { prompt: 'What part is it?', labels: ['1/2', '3/4', '5/8', '2/3'] },
  {
    prompt: 'Simplify.',
    labels: ['\\frac{1}{2}', '\\frac{1}{3}', '\\frac{3}{4}', '\\frac{3}{7}'],
  },
  { prompt: 'Is it so?', labels: ['yes', 'no'] },
  { prompt: 'Where is it?', labels: ['Paris', 'London', 'Rome', 'Oslo'] },
  { prompt: 'Which city is it?', labels: ['New York', 'Los Angeles', 'Buenos Aires'] },
  { prompt: 'How many are left?', labels: [42, 7, 3.5, -3] },
  { prompt: 'Give the exact value.', labels: ['2\\sqrt{3}', '5\\sqrt{2}', '\\frac{1}{\\sqrt{2}}'] },
];

/** Rows of plain labels, for plugins of whose rows nothing is known. */
const MADE_UP: readonly Row[] = KINDS.flatMap(({ prompt, labels }) =>
  labels.map((label): Row => ({ prompt, label, metadata: {} })),
);

/** The same, each kind as often: so many rows of it. */
const EVEN: readonly Row[] = KINDS.flatMap(({ labels }) => {
  const own = MADE_UP.filter(({ label }) => labels.includes(label));
  return Array.from({ length: 12 }, (_, at) => own[at % own.length]).flatMap((row) => row ?? []);
});

const MOST_OTHERS = 6;

/** The user's rows, else made-up ones with plain labels of many kinds. */
export function rowsOf({ rows }: World): readonly Row[] {
  return rows.length === 0 ? MADE_UP : rows;
}

/** One of {@link rowsOf}; of made-up ones each kind of label is as likely. */
export function rowOf(world: World): fc.Arbitrary<Row> {
  return fc.constantFrom(...(world.rows.length === 0 ? EVEN : world.rows));
}

/** At most `count` rows, spread over all of them; of made-up ones one of each kind. */
export function spreadRows({ rows }: World, count: number): readonly Row[] {
  if (rows.length === 0)
    return KINDS.flatMap(({ labels }) => rowWithLabel(labels[0])).slice(0, count);
  const step = Math.max(1, rows.length / count);
  const chosen: Row[] = [];
  for (let at = 0; at < rows.length; at += step) {
    const row = rows[Math.floor(at)];
    if (row !== undefined) chosen.push(row);
  }
  return chosen;
}

/**
 * Labels that are not the row's own: of other rows, else of the same kind. None of them is known to
 * mean the same; that they are different in meaning is sure only of made-up ones. None for a row
 * without a label, where no other row has one.
 */
export function otherLabels({ rows }: World, { label }: Row): readonly JsonValue[] {
  const own = JSON.stringify(label);
  const kind = KINDS.find(({ labels }) => labels.some((item) => item === label));
  const candidates = rows.length > 0 ? rows.map((row) => row.label) : (kind?.labels ?? []);
  const others = new Map<string, JsonValue>();
  const start = candidates.findIndex((item) => JSON.stringify(item) === own) + 1;
  for (let step = 0; step < candidates.length && others.size < MOST_OTHERS; step += 1) {
    const candidate = candidates[(start + step) % candidates.length] ?? null;
    const text = JSON.stringify(candidate);
    if (text !== own && !isNoLabel(candidate) && !isSameMeaning(candidate, label)) {
      others.set(text, candidate);
    }
  }
  if (others.size > 0 || isNoLabel(label)) return [...others.values()];
  return [0, 1, 2].map((number) => wrongAnswer(label, new Picker([number])));
}

/** The text of a label that is an answer as it stands, or lists several of them; else null. */
export function answerOf(label: JsonValue): string | null {
  if (Array.isArray(label)) return label.length === 0 ? null : answerOf(label[0] ?? null);
  if (typeof label === 'object') return null;
  const text = labelText(label);
  return text.trim() === '' ? null : text;
}

/** The texts of a list of answers; none for a label of another kind. */
export function itemsOf(label: JsonValue): readonly string[] {
  return Array.isArray(label) ? label.flatMap((item) => answerOf(item) ?? []) : [];
}

function rowWithLabel(label: JsonValue | undefined): Row[] {
  return MADE_UP.filter((row) => row.label === label);
}

/** The text of a row's prompt. */
export function promptText({ prompt }: Row): string {
  if (typeof prompt !== 'object') return String(prompt);
  return prompt
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    )
    .join('\n');
}
