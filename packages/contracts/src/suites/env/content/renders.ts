import type { Encoder, Message } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { playEpisode, type TurnRecord } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { type Conversation, conversationsOf, plainMessages } from './conversation.ts';
import { atTurn, type EpisodeCase, episodeCase, showEpisode } from './episode-case.ts';
import { textFacts, validMessages } from './observation-case.ts';
import { tryEncoder } from './template-attempt.ts';

/** Chat templates print what the env says, in the role that it says it in. */
export const renders = property<EnvTarget, EpisodeCase>({
  id: 'env/renders',
  title: 'Every observation renders with the chat template, in its own role',
  why:
    'Templates refuse what they were not written for: a role that they do not know, a list of parts ' +
    'where they join strings. The episode then fails at its first observation; and an answer of a ' +
    'tool that is sent as the user looks like nothing the model was trained on.',
  fix:
    'Give strings where there is no picture, keep the role of the observation, and use a role that ' +
    "the checkpoint's template prints. BaseInteractionEnv.formatObservation does the first two.",
  source: 'slime examples/geo3k_vlm_multi_turn/base_env.py:15-25; packages/sdk/src/encoder.ts',
  faults: ['B020', 'B022'],
  requires: ['env/observation-shape', 'env/prompt-messages'],
  share: 0.06,
  mostCases: 200,
  inputs: (target) => episodeCase(target),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    for (const turn of played.turns) checkRoles(trial, turn);
    const [last] = conversationsOf(start, played).slice(-1);
    if (last === undefined) return;
    const [own, ...families] = await target.world.templates();
    if (own === undefined) return;
    await checkRendering(trial, own, last, true);
    for (const family of families) await checkRendering(trial, family, last, false);
  },
});

/** An observation that names its role is sent in it. */
function checkRoles(trial: Trial, turn: TurnRecord): void {
  const messages = validMessages(turn) ?? [];
  const given = textFacts(turn);
  if (given?.length !== messages.length) return;
  for (const [at, { role }] of messages.entries()) {
    const meant = given[at]?.role ?? role;
    if (meant === role) continue;
    trial.fail({
      expected: `a message of the role ${meant}, as the observation says`,
      got: `a message of the role ${role}`,
      note: `formatObservation of ${atTurn(turn)}`,
    });
  }
}

async function checkRendering(
  trial: Trial,
  encoder: Encoder,
  { history, observation, tools, turn }: Conversation,
  isOwn: boolean,
): Promise<void> {
  // What was said before is the matter of other observations, and of the template.
  const before = plainMessages(history);
  const render = (messages: readonly Message[]) =>
    tryEncoder(() =>
      encoder.render([...before, ...messages], { tools, addGenerationPrompt: true }),
    );
  const rendered = await render(observation);
  if (rendered.ok) return;
  const plain = plainMessages(observation);
  const isPlainPrinted = (await render(plain)).ok;
  if (!isPlainPrinted && !(isOwn && (await isRefused(encoder, plain)))) return;
  const { name } = encoder.template;
  const roles = observation.map(({ role }) => role).join(', ');
  trial.fail({
    expected: isPlainPrinted
      ? `chat template ${name} prints it, as it prints plain words in the same roles`
      : `chat template ${name} prints messages of the role ${roles} after a turn of the assistant`,
    got: rendered.reason,
    note: atTurn(turn),
  });
}

/** Whether the loop could not append messages of these roles, whatever their words. */
async function isRefused(encoder: Encoder, plain: readonly Message[]): Promise<boolean> {
  const messages = plain.map((message) => ({ ...message, content: 'words' }));
  return !(
    await tryEncoder(() => encoder.encodeBridge({ messages, history: [], lastId: undefined }))
  ).ok;
}
