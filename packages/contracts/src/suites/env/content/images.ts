import type { Encoded, Encoder, Message } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { playEpisode, type TurnRecord } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { conversationsOf, openingOf } from './conversation.ts';
import { atTurn, type EpisodeCase, episodeCase, showEpisode } from './episode-case.ts';
import { countPictures, textFacts, validMessages } from './observation-case.ts';
import { readsPictures } from './reads-pictures.ts';
import { tryEncoder } from './template-attempt.ts';

/** Pictures are pictures, and each stands at a placeholder of its own size. */
export const images = property<EnvTarget, EpisodeCase>({
  id: 'env/images',
  title: 'Every picture decodes, and has one placeholder of as many tokens as its patches',
  why:
    'The engine embeds each picture at its placeholder. A picture that cannot be read fails the ' +
    'episode after it was sampled; one more or less than the placeholders shifts all that follow.',
  fix:
    'Give PNG, JPEG, WebP or GIF as a path, a data: URI or bytes, one image part for each, and none ' +
    'whose longer side is more than 200 times the shorter.',
  source:
    'slime examples/geo3k_vlm_multi_turn/rollout.py:131-138,267-281; transformers smart_resize',
  faults: ['A117', 'B027'],
  requires: ['env/observation-shape', 'env/prompt-messages'],
  share: 0.06,
  mostCases: 100,
  async needs({ world }) {
    // Without pictures there is nothing to decode; where some may come up, they must be read.
    const mayShow =
      world.rows.some(({ prompt }) => Array.isArray(prompt) && countPictures(prompt) > 0) ||
      world.vocabulary.literals.some((literal) => /^(?:image|data:image|images)/.test(literal));
    return !mayShow || (await readsPictures(await world.encoder()))
      ? null
      : 'the package sharp, which decodes pictures (npm install sharp)';
  },
  inputs: (target) => episodeCase(target, 6),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    for (const turn of played.turns) checkNoneLost(trial, turn);
    const opening = openingOf(start, played);
    if (opening === null) return;
    const encoder = await target.world.encoder();
    const { messages, tools } = opening;
    await checkPictures(trial, encoder, messages, 'the prompt', () =>
      encoder.encodePrompt(messages, { tools }),
    );
    for (const { history, observation, turn } of conversationsOf(start, played)) {
      const request = { messages: observation, history, lastId: undefined, tools };
      await checkPictures(trial, encoder, observation, `the observation of ${atTurn(turn)}`, () =>
        encoder.encodeBridge(request),
      );
    }
  },
});

/** The pictures that an observation names are in its messages. */
function checkNoneLost(trial: Trial, turn: TurnRecord): void {
  const messages = validMessages(turn);
  const facts = textFacts(turn);
  if (messages === null || facts === null) return;
  const named = facts.reduce((sum, { pictures }) => sum + pictures, 0);
  const shown = countPictures(messages);
  if (shown >= named) return;
  trial.fail({
    expected: `${named} pictures in the message, as in the observation`,
    got: `${shown} pictures`,
    note: `formatObservation of ${atTurn(turn)}`,
  });
}

async function checkPictures(
  trial: Trial,
  encoder: Encoder,
  messages: readonly Message[],
  where: string,
  encode: () => Encoded | Promise<Encoded>,
): Promise<void> {
  const count = countPictures(messages);
  if (count === 0) return;
  const encoded = await tryEncoder(encode);
  if (!encoded.ok) {
    // Without a picture in the case's world `needs` could not know that sharp is missing.
    trial.require(await readsPictures(encoder));
    trial.fail({ expected: 'pictures that decode', got: encoded.reason, note: where });
  }
  const { ids, images: found } = encoded.value;
  trial.equal(found.length, count, `pictures of ${where}`);
  const pads = ids.filter((id) => id === encoder.imagePadId).length;
  const tokens = found.reduce((sum, picture) => sum + picture.tokens, 0);
  trial.equal(pads, tokens, `placeholder tokens of ${where}`);
  const patches = found.map(({ grid_thw: [time, rows, columns], tokens: own }) => ({
    ratio: (time * rows * columns) / own,
  }));
  // Patches that become one token: the same square for all pictures of a checkpoint.
  const [first] = patches;
  for (const { ratio } of patches) trial.equal(ratio, first?.ratio, `patches a token in ${where}`);
}
