import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Rewrite } from '../../src/tokens/index.ts';
import { crateIds } from './bpe/crate.ts';
import { ggufTemplates } from './gguf-templates.ts';
import { type PythonResult, whyNoPython, writeInPython } from './python-writes.ts';
import { type Judged, judgedQwen, judgedSmall } from './judged-encoder.ts';
import {
  episodes,
  MARK,
  play,
  type Played,
  type PlayedRound,
  type Said,
} from './played-episode.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const EPISODES = isFull ? 60 : 4;
/** Of which the vocabulary of Qwen3 has the tokens. */
const QWEN = isFull
  ? ['qwen2.5:0.5b', 'qwen3:0.6b', 'qwen3-coder:30b', 'qwq:32b', 'qwen3-next:80b']
  : ['qwen2.5:0.5b', 'qwen3:0.6b'];

const missing = whyNoPython();
if (missing !== undefined) console.warn(`the laws of bridges are not tested: ${missing}`);

interface Asked {
  episode: Played;
  /** What Python writes with a mark for the last turn, bridge by bridge. */
  bridges: { round: PlayedRound; python: PythonResult }[];
  whole: PythonResult;
}

async function playAll(): Promise<Asked[]> {
  const judges: Judged[] = [];
  for (const [name, template] of ggufTemplates()) {
    judges.push(await judgedSmall(name, template));
    if (QWEN.includes(name)) judges.push(await judgedQwen(`${name} on Qwen3`, template));
  }
  const played: Played[] = [];
  for (const [at, judged] of judges.entries()) {
    for (const episode of fc.sample(episodes, { seed: at, numRuns: EPISODES })) {
      played.push(await play(judged, episode));
    }
  }
  const rendered = writeInPython(
    played.flatMap(({ rounds, whole }) => [...rounds.map((round) => round.case), whole]),
  );
  const nothing: PythonResult = { error: 'not asked' };
  return played.map((episode) => ({
    episode,
    bridges: episode.rounds.map((round) => ({ round, python: rendered.shift() ?? nothing })),
    whole: rendered.shift() ?? nothing,
  }));
}

const TURNS: Readonly<Record<Said, readonly Rewrite['turn'][]>> = {
  canonical: ['plain text'],
  'by character': ['plain text'],
  cut: ['plain text'],
  newlines: ['plain text', 'text with whitespace around it'],
  reasoning: ['plain text', 'reasoning'],
  call: ['plain text', 'a tool call'],
};

/** What the tokenizer gives for the same text, wherever it stands. */
const AS_TOKENIZED: ReadonlySet<Said> = new Set(['canonical', 'reasoning', 'call']);

/** What the classification says that a full rendering makes of a turn, by what follows it. */
function rewritesOf({ judged, rounds }: Played, at: number): Rewrite[] {
  const { said } = rounds[at]?.round ?? { said: 'canonical' };
  const kinds = new Set(rounds.slice(at).map(({ round }) => round.kind));
  return [...kinds].flatMap((kind) => {
    const found = judged.conversation?.classify(kind);
    if (found === undefined || 'refusal' in found) return [];
    return found.rewrites.filter(({ turn }) => TURNS[said].includes(turn));
  });
}

/** Whether the classification names a difference at this place of the stream's text. */
async function isNamed(episode: Played, place: number): Promise<boolean> {
  const { judged, rounds, stream } = episode;
  const lengthTo = async (end: number): Promise<number> =>
    (await judged.encoder.decode(stream.slice(0, end), { skipSpecialTokens: false })).length;
  const prefix = judged.conversation?.generationPrompt.prefix ?? '';
  for (const [at, { span }] of rounds.entries()) {
    const start = (await lengthTo(span[0])) - prefix.length;
    const end = await lengthTo(span[1]);
    const isThere = rewritesOf(episode, at).some(({ where }) =>
      where === 'tail' ? place >= start : place <= end && (where === 'history' || place >= start),
    );
    if (isThere) return true;
  }
  return false;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

describe.skipIf(missing !== undefined)(
  'over real templates, endings and observations',
  { timeout: 60_000 },
  () => {
    let asked: Asked[] = [];
    beforeAll(async () => {
      asked = await playAll();
    }, 600_000);

    test('a bridge is what Python’s Jinja writes behind the turn, in the ids of the Rust tokenizer', async () => {
      let count = 0;
      for (const { episode, bridges } of asked) {
        const { name, encoder, crate } = episode.judged;
        for (const { round, python } of bridges) {
          if ('error' in python || round.ids === null) continue;
          const [, tail = '', ...more] = python.text.split(MARK);
          const ids = await crateIds(crate, tail);
          const isSampled = round.lastId === ids[0] && encoder.stopIds.has(ids[0] ?? -1);
          const expected = isSampled ? ids.slice(1) : ids;
          expect({ name, round: round.round, more, ids: round.ids }).toEqual({
            name,
            round: round.round,
            more: [],
            ids: expected,
          });
          count += 1;
        }
      }
      expect(count).toBeGreaterThan(100 * EPISODES);
    });

    test('what cannot be appended is not printed by Python either', () => {
      let count = 0;
      for (const { episode, bridges } of asked) {
        for (const { round, python } of bridges) {
          if ('error' in python || round.ids !== null) continue;
          const [, tail, ...more] = python.text.split(MARK);
          const texts = round.observation.map((text) => text.trim());
          const isPrinted =
            tail !== undefined && more.length === 0 && texts.every((text) => tail.includes(text));
          const { name } = episode.judged;
          expect({ name, round: round.round, isPrinted }).toMatchObject({ isPrinted: false });
          count += 1;
        }
      }
      expect(count).toBeGreaterThan(4 * EPISODES);
    });

    test('a stream is the rendering as text, or its first difference is one that the template’s classification names', async () => {
      const count = { same: 0, named: 0 };
      for (const { episode, whole } of asked) {
        if ('error' in whole || !isComparable(episode)) continue;
        const { name, encoder } = episode.judged;
        const text = await encoder.decode(episode.stream, { skipSpecialTokens: false });
        if (text === whole.text) {
          count.same += 1;
          continue;
        }
        const place = firstDifference(text, whole.text);
        const found = {
          name,
          rounds: episode.rounds.map(({ round }) => round),
          stream: text.slice(Math.max(0, place - 40), place + 40),
          whole: whole.text.slice(Math.max(0, place - 40), place + 40),
        };
        expect({ ...found, isNamed: await isNamed(episode, place) }).toEqual({
          ...found,
          isNamed: true,
        });
        count.named += 1;
      }
      expect(count.same).toBeGreaterThan(20 * EPISODES);
      expect(count.named).toBeGreaterThan(EPISODES);
    });

    test('a stream of turns as the tokenizer writes them is the rendering id by id where the template only appends', async () => {
      let count = 0;
      for (const { episode, whole } of asked) {
        const { judged, rounds, stream } = episode;
        const isExact = rounds.every(({ round }, at) => {
          const found = judged.conversation?.classify(round.kind);
          const isCut = found !== undefined && 'isCut' in found && found.isCut;
          return isCut && AS_TOKENIZED.has(round.said) && rewritesOf(episode, at).length === 0;
        });
        if ('error' in whole || !isExact || !isComparable(episode)) continue;
        const ids = await crateIds(judged.crate, whole.text);
        expect({ name: judged.name, ids: stream }).toEqual({ name: judged.name, ids });
        count += 1;
      }
      expect(count).toBeGreaterThan(3 * EPISODES);
    });
  },
);

/** An end of another turn than the template's stands in the stream and in no message. */
function isComparable({ rounds }: Played): boolean {
  return rounds.every(({ ids, round }) => ids !== null && round.ending !== 'other');
}
