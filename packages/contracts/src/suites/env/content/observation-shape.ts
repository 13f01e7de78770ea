import { readObservation, ResultFault } from 'slime-runtime/hosting';
import type { Message } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { playEpisode, type TurnRecord } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { atTurn, type EpisodeCase, episodeCase, showEpisode } from './episode-case.ts';
import { textsOf } from './observation-case.ts';

/** The bound where none is declared; nobody samples a text of half of it. */
const DEFAULT_BOUND = 1_000_000;

/** What an env says is a message that the loop takes, of a size that it declares. */
export const observationShape = property<EnvTarget, EpisodeCase>({
  id: 'env/observation-shape',
  title: 'An observation is a message of user or tool, with text or parts, of bounded length',
  why:
    'The loop appends it to what is trained on: another shape ends the episode, a message of the ' +
    'assistant would be words that the policy never said, and a text without a bound eats the ' +
    "policy's budget in one turn.",
  fix:
    'Return { role, content } from formatObservation, with a string or { type: "text" } and ' +
    '{ type: "image" } parts. Cut long texts, and declare the length with bounds: ' +
    '{ observationLength } in defineEnv.',
  source: 'packages/sdk/src/messages.ts; slime examples/geo3k_vlm_multi_turn/base_env.py:15-25',
  faults: ['A056', 'B021', 'B100'],
  requires: ['env/survives-text', 'env/survives-calls'],
  share: 0.25,
  inputs: (target) => episodeCase(target),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    const known = [JSON.stringify(start.sample), ...played.responses.map(({ text }) => text)];
    for (const turn of played.turns) {
      if (turn.messages !== null) checkTurn(target, trial, turn, known);
    }
  },
});

function checkTurn(
  { plugin }: EnvTarget,
  trial: Trial,
  turn: TurnRecord,
  known: readonly string[],
): void {
  const messages = readMessages(trial, turn);
  const forged = messages.find(({ role }) => role !== 'user' && role !== 'tool');
  if (forged !== undefined) {
    trial.fail({
      expected: 'messages of the roles user and tool',
      got: `a message of the role ${forged.role}`,
      note: atTurn(turn),
    });
  }
  const texts = textsOf(messages);
  // Of each message: how many calls a turn has, which get one each, is up to the policy.
  const length = Math.max(0, ...messages.map(lengthOf));
  const { observationLength } = plugin.claims.bounds;
  const isEcho =
    observationLength === DEFAULT_BOUND && known.some((text) => text.length > DEFAULT_BOUND / 2);
  if (length > observationLength && !isEcho) {
    trial.fail({
      expected: `at most ${observationLength} characters of text in a message`,
      got: `${length} characters`,
      note: atTurn(turn),
    });
  }
  const printed = texts.find((text) => text.includes('[object '));
  if (printed === undefined || known.some((text) => text.includes('[object '))) return;
  trial.fail({
    expected: 'text, or an object as JSON',
    got: printed,
    note: `an object was made a string; ${atTurn(turn)}`,
  });
}

function lengthOf(message: Message): number {
  return textsOf([message]).reduce((sum, text) => sum + text.length, 0);
}

function readMessages(trial: Trial, turn: TurnRecord): Message[] {
  try {
    return readObservation(turn.messages, true);
  } catch (error) {
    if (!(error instanceof ResultFault)) throw error;
    return trial.fail({
      expected: 'a message, or a list of messages',
      got: error.message,
      note: `formatObservation of ${atTurn(turn)}`,
    });
  }
}
