import { describeJsonFault, findJsonFault } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { playEpisode } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { atTurn, type EpisodeCase, episodeCase, showEpisode } from './episode-case.ts';

/** `info` survives being written down. */
export const infoJson = property<EnvTarget, EpisodeCase>({
  id: 'env/info-json',
  title: 'The info of reset and step is a plain JSON object',
  why:
    'It is written into the turn log and sent between processes. A Date, a NaN, an undefined or a ' +
    'class instance is lost or changed there, or ends the episode.',
  fix:
    'Put numbers, strings, booleans, null, plain objects and lists into it; write dates as ISO ' +
    'strings, and leave keys out that have no value.',
  source: 'packages/sdk/src/check-json.ts; verl-project/verl#5810',
  faults: ['A068'],
  requires: ['env/survives-text', 'env/survives-calls'],
  share: 0.25,
  inputs: (target) => episodeCase(target),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    checkInfo(trial, played.resetResult, 'reset');
    for (const turn of played.turns) checkInfo(trial, turn.result, atTurn(turn));
  },
});

function checkInfo(trial: Trial, result: unknown, where: string): void {
  if (typeof result !== 'object' || result === null) return;
  const info: unknown = Reflect.get(result, 'info');
  if (info === undefined) return;
  if (typeof info !== 'object' || info === null || Array.isArray(info)) {
    trial.fail({ expected: 'an object, or no info', got: info, note: where });
  }
  const fault = findJsonFault(info, ['info']);
  if (fault === undefined) return;
  trial.fail({ expected: 'plain JSON', got: describeJsonFault(fault), note: where });
}
