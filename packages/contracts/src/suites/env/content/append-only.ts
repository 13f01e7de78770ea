import type { Encoder } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { playEpisode } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { type Conversation, conversationsOf, plainMessages } from './conversation.ts';
import { atTurn, type EpisodeCase, episodeCase, quote, showEpisode } from './episode-case.ts';
import { countPictures, textsOf } from './observation-case.ts';
import { specialTexts } from './special-texts.ts';
import { tryEncoder } from './template-attempt.ts';

/** An observation is added behind what was sampled, and its words stay words. */
export const appendOnly = property<EnvTarget, EpisodeCase>({
  id: 'env/append-only',
  title: 'An observation is appended to the conversation, and writes no marker of the template',
  why:
    'What was sampled stands; the template puts its own markers between turns. An environment that ' +
    'writes them itself ends a turn twice, and they reach the model as letters: markers in an ' +
    'observation are never read as tokens, so that no text can forge a turn.',
  fix:
    'Give the words alone, without <|im_start|>, <|im_end|> or their like; the chat template adds ' +
    'what stands around them.',
  source:
    'slime examples/geo3k_vlm_multi_turn/rollout.py:79-107; packages/sdk/src/encoder.ts (encodeBridge)',
  faults: ['A020', 'A026', 'B023'],
  requires: ['env/observation-shape', 'env/prompt-messages', 'env/renders'],
  share: 0.06,
  mostCases: 200,
  inputs: (target) => episodeCase(target),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    const conversations = conversationsOf(start, played);
    const [last] = conversations.slice(-1);
    if (last === undefined) return;
    const [own, ...families] = await target.world.templates();
    if (own === undefined) return;
    const known = [start.sample, ...played.responses.map(({ text }) => text)];
    for (const conversation of conversations) await checkMarkers(trial, own, conversation, known);
    await checkAppended(trial, own, last, true);
    for (const family of families) await checkAppended(trial, family, last, false);
  },
});

/** Special tokens in an observation that nobody else has written. */
async function checkMarkers(
  trial: Trial,
  encoder: Encoder,
  { history, observation, turn }: Conversation,
  known: readonly unknown[],
): Promise<void> {
  for (const text of textsOf(observation)) {
    const markers = await specialTexts(encoder, text);
    if (markers.length === 0) continue;
    const before = JSON.stringify([known, history]);
    const own = markers.find((marker) => !before.includes(JSON.stringify(marker).slice(1, -1)));
    if (own === undefined) continue;
    trial.fail({
      expected: 'an observation without markers of the chat template',
      got: `${own} in ${quote(text)}`,
      note: `neither the row nor the policy wrote it; ${atTurn(turn)}`,
    });
  }
}

async function checkAppended(
  trial: Trial,
  encoder: Encoder,
  { history, observation, tools, turn }: Conversation,
  isOwn: boolean,
): Promise<void> {
  const { name, appendOnly: appends } = encoder.template;
  // Pictures are the matter of env/images.
  const hasPictures = countPictures([...history, ...observation]) > 0;
  const encode = (messages: typeof observation) =>
    tryEncoder(() => encoder.encodeBridge({ messages, history, lastId: undefined, tools }));
  const bridge = hasPictures ? null : await encode(observation);
  if (bridge !== null && !bridge.ok) {
    if (!isOwn && !(await encode(plainMessages(observation))).ok) return;
    trial.fail({
      expected: `the observation can be appended with chat template ${name}`,
      got: bridge.reason,
      note: atTurn(turn),
    });
  }
  if (!appends) return;
  const render = (messages: typeof history, addGenerationPrompt: boolean) =>
    tryEncoder(() => encoder.render(messages, { tools, addGenerationPrompt }));
  const plain = plainMessages(history);
  const before = await render(plain, false);
  const after = await render([...plain, ...observation], true);
  if (!before.ok || !after.ok || after.value.startsWith(before.value)) return;
  trial.fail({
    expected: `with chat template ${name}, the conversation so far and then the observation`,
    got: 'a conversation that begins otherwise once the observation is there',
    note: atTurn(turn),
  });
}
