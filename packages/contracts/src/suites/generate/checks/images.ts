import type { Sample } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { playEpisode } from '../play-episode.ts';
import type { WireRequest } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

/** Pictures and their placeholders go together. */
export const images = property<GenerateTarget, EpisodeCase>({
  id: 'generate/images',
  title: 'every request has as many pictures as placeholders, those of the row among them',
  why: 'SGLang drops pictures that have no placeholder without a word and fails at placeholders that have no picture: the policy answers about a picture that it never saw.',
  fix: 'Send all pictures of the tape so far with every request, in the order of their placeholders; context.tape() does it.',
  source: 'SGLang image_data; THUDM/slime#1847',
  faults: ['A086', 'B027'],
  requires: ['generate/settles'],
  share: 0.05,
  mostCases: 20,
  inputs: ({ world }) => episodeCase(world, { forms: 'plain', ends: ['stop'] }),
  show: showCase,
  needs: ({ world, stage }) => {
    if (stage.encoder.imagePadId === undefined)
      return 'a tokenizer with a placeholder for pictures';
    return world.rows.some((row) => picturesOf(row) > 0)
      ? null
      : 'rows with pictures (--prompt-data)';
  },
  async holds(target, input, trial: Trial) {
    const { imagePadId } = target.stage.encoder;
    const episode = await playEpisode(target, trial, input);
    const pictures = picturesOf(episode.sample);
    trial.require(pictures > 0 && imagePadId !== undefined);
    for (const request of episode.requests) assertPictures(trial, request, imagePadId, pictures);
  },
});

function assertPictures(trial: Trial, request: WireRequest, padId: number, least: number): void {
  const { at, promptIds, images: sent } = request;
  if (promptIds === null) return;
  const places = countRuns(promptIds, padId);
  if (sent !== places) {
    trial.fail({
      expected: `${places} pictures with request ${at}, as its ids have placeholders`,
      got: `${sent} in image_data`,
    });
  }
  if (sent < least) {
    trial.fail({ expected: `the ${least} pictures of the row with request ${at}`, got: `${sent}` });
  }
}

/** Placeholders: each is a run of pads, expanded to its picture's size. */
function countRuns(ids: readonly number[], padId: number): number {
  return ids.filter((id, at) => id === padId && ids[at - 1] !== padId).length;
}

function picturesOf({ multimodal_inputs: inputs }: Sample): number {
  const list = inputs?.['images'];
  return Array.isArray(list) ? list.length : 0;
}
