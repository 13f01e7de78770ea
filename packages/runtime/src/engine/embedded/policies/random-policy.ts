import type { Encoder, Policy, PolicyReply } from 'slime-sdk';
import { Dice } from './dice.ts';
import { drawCall } from './draw-call.ts';
import { PromptTools } from './prompt-tools.ts';

/** Tokens of a reply that no limit cuts. */
const LONGEST = 4096;

const words = [
  'the answer is',
  'we know that',
  'therefore',
  'angle ABC',
  'x = 42',
  '\\boxed{7}',
  'let me check',
  '3.14159',
  '"order_id": "#W123"',
  'größer',
  '日本語',
  '🦜🏽',
  '\n\n',
  '   ',
  '<answer>B</answer>',
  '<think>hmm</think>',
  '{"name": "get_order", "arguments": {}}',
];

/** Characters of several bytes; most vocabularies split some of them. */
const rareCharacters = ['🫠', '𓀀', '𐎠', 'ꙮ', '𝔊', '㐀', '🏴', 'ﷺ'];

/** Markers that chat models have as one token each. Those of pictures are left to pictures. */
const specialTexts = [
  '<|im_start|>',
  '<|endoftext|>',
  '<|object_ref_start|>',
  '<tool_call>',
  '</tool_call>',
  '<tool_response>',
  '<think>',
  '</think>',
  '<|eot_id|>',
  '<|start_header_id|>',
];

interface Material {
  /** Ids that stand for markers, stop ids excluded. */
  specials: number[];
  /** First part of the ids of one character: no UTF-8 by itself. */
  cuts: number[][];
}

async function gather(encoder: Encoder): Promise<Material> {
  const specials: number[] = [];
  for (const text of specialTexts) {
    const [id, ...more] = await encoder.encodeText(text, { specials: true });
    const plain = await encoder.encodeText(text, { specials: false });
    if (id !== undefined && more.length === 0 && plain.length > 1) specials.push(id);
  }
  const cuts: number[][] = [];
  for (const character of rareCharacters) {
    const ids = Array.from(await encoder.encodeText(character, { specials: false }));
    if (ids.length > 1) cuts.push(ids.slice(0, -1));
  }
  return { specials: specials.filter((id) => !encoder.stopIds.has(id)), cuts };
}

function drawText(dice: Dice, count: number): string {
  const parts: string[] = [];
  for (let index = 0; index < count; index++) parts.push(dice.pick(words) ?? '');
  return parts.join(' ');
}

/** Encodes a text in pieces that its tokenizer would not make: ids that are not canonical. */
async function encodeInPieces(text: string, dice: Dice, encoder: Encoder): Promise<number[]> {
  const ids: number[] = [];
  const characters = Array.from(text);
  let at = 0;
  while (at < characters.length) {
    const size = 1 + dice.below(5);
    const piece = characters.slice(at, at + size).join('');
    ids.push(...(await encoder.encodeText(piece, { specials: false })));
    at += size;
  }
  return ids;
}

async function drawIds(dice: Dice, encoder: Encoder, material: Material): Promise<number[]> {
  const ids: number[] = [];
  const pieces = 1 + dice.below(6);
  for (let piece = 0; piece < pieces; piece++) {
    ids.push(...(await encodeInPieces(drawText(dice, 1 + dice.below(6)), dice, encoder)));
    if (dice.chance(0.3)) ids.push(...(dice.pick(material.cuts) ?? []));
    if (dice.chance(0.3)) {
      const special = dice.pick(material.specials);
      if (special !== undefined) ids.push(special);
    }
  }
  return ids;
}

/**
 * A policy that says anything, seeded by what it is asked. Half of its turns are plain text; the
 * others hold ids that their text would not encode to, characters cut within UTF-8, and special ids
 * in mid-turn. One turn in twenty runs until a limit, the others end themselves. Where the prompt
 * offers tools, a quarter of the turns call one or two of them rightly, so that they are run.
 */
export function randomPolicy(encoder: Encoder): Policy {
  let gathering: Promise<Material> | undefined;
  const prompts = new PromptTools();
  return async (request): Promise<PolicyReply> => {
    gathering ??= gather(encoder);
    const material = await gathering;
    const dice = new Dice(() => request.random());
    const isEndless = dice.chance(0.05);
    const tools = prompts.of(request);
    if (!isEndless && tools.length > 0 && dice.chance(0.25)) {
      const calls = Array.from({ length: 1 + dice.below(2) }, () =>
        drawCall(tools, request.text, dice),
      );
      return [drawText(dice, dice.below(4)), ...calls].join('\n');
    }
    if (!isEndless && dice.chance(0.5)) return drawText(dice, 1 + dice.below(24));
    const ids = await drawIds(dice, encoder, material);
    if (isEndless) {
      const limit = Math.min(request.sampling_params.max_new_tokens ?? LONGEST, LONGEST);
      return { ids: Array.from({ length: limit }, (_, index) => ids[index % ids.length] ?? 0) };
    }
    const [stop] = encoder.stopIds;
    return { ids: stop === undefined ? ids : [...ids, stop] };
  };
}
