import fc from 'fast-check';
import { type InteractionEnv, isSlimeError, type ToolCall } from 'slime-sdk';
import { writeCall } from '../../../arbitraries/write-call.ts';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { comparable } from '../comparable.ts';
import { needsDeterministic } from '../deterministic.ts';
import { type PlayOptions, playEpisode, type Transcript, visible } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { callFormatOf, readTurn, type Response } from '../turn-reader.ts';
import { withEnv } from '../with-env.ts';
import { effectOfCall } from './call-effect.ts';
import { type CallCase, callCase, disguise, untag, wordCall } from './call-case.ts';
import { quote, showEpisode } from './episode-case.ts';

interface Input extends CallCase {
  /** Part of the call's text that was sampled, in percent: mostly all of it. */
  sampled: number;
}

/** A turn that was cut by length acts on nothing. */
export const cutCalls = property<EnvTarget, Input>({
  id: 'env/cut-calls',
  title: 'A turn that was cut by length runs no tool',
  why:
    'What comes before the cut may be half of what the model meant: a salvaged call writes half a ' +
    'file, or pays for an answer that was not finished. The loop hands such a turn to the ' +
    'environment without calls, so that its answer can be judged.',
  fix:
    'When `context.truncated` is set, run nothing: judge the answer in `context.content` and ' +
    'return. Do not parse `responseText` for calls.',
  source:
    'slime examples/tau-bench/trainable_agents.py:222-240; docs: how an episode ends (length)',
  faults: ['A018', 'B037'],
  requires: ['env/survives-calls', 'env/deterministic'],
  share: 0.2,
  needs: needsDeterministic,
  inputs: ({ world }) =>
    fc
      .tuple(callCase(world), fc.oneof(fc.constant(100), fc.integer({ min: 10, max: 99 })))
      .map(([call, sampled]): Input => ({ ...call, sampled })),
  show: showEpisode,
  async holds(target, input, trial) {
    const worded = await wordCall(target, trial, input);
    const [call] = worded?.calls ?? [];
    if (worded === null || call === undefined) return;
    const format = callFormatOf(target.world.args);
    const { before } = worded;
    const later = { text: writeCall(call, format), truncated: false };
    const cut = (written: ToolCall): Response => {
      const text = writeCall(written, format);
      const length = Math.ceil((text.length * input.sampled) / 100);
      return { text: text.slice(0, length), truncated: true };
    };
    const said = cut(call);
    const play = (turn: Response): Promise<unknown> =>
      playOn(target, trial, { start: input.start, turns: [...before, turn] }, later);
    const effect = await effectOfCall({
      real: await play(said),
      disguised: (letter) => play(cut(disguise(call, letter))),
      untagged: () => play({ ...said, text: untag(said.text) }),
    });
    if (effect === null) return;
    trial.fail({
      expected: `as when the call was of an unknown tool: ${JSON.stringify(effect.expected)}`,
      got: effect.got,
      note: `at ${effect.path}, after turn ${before.length} was cut: ${quote(said.text)}`,
    });
  },
});

/**
 * What is seen of an episode whose last turn was cut, and what the env answers to a call after it.
 * The loop makes no such call: it shows whether the cut turn changed anything.
 */
async function playOn(
  target: EnvTarget,
  trial: Trial,
  episode: Pick<PlayOptions, 'start' | 'turns'>,
  later: Response,
): Promise<unknown> {
  return withEnv(target, trial, episode.start, async (env) => {
    const played = await playEpisode(target, trial, { ...episode, env, throws: 'record' });
    const last = played.turns.at(-1);
    const over = last === undefined || last.done || played.ended !== 'cut';
    return {
      ...Object(visible(played)),
      info: comparable(infoOf(last?.result)),
      metrics: comparable(played.metrics),
      later: over ? null : await answerLater(target, trial, env, later, played),
    };
  });
}

async function answerLater(
  target: EnvTarget,
  trial: Trial,
  env: InteractionEnv<unknown>,
  later: Response,
  { reset, turns }: Transcript,
): Promise<unknown> {
  const { args } = target.world;
  const turn = turns.length;
  const signal = new AbortController().signal;
  const context = readTurn(later, { args, tools: reset?.tools ?? [], turn, seed: 0 });
  const step = await trial.attempt(`step of turn ${turn}`, () =>
    env.step(later.text, { ...context, signal }),
  );
  if (step.ok) return comparable(step.value);
  // The loop would try again: it says nothing about the call.
  trial.require(!isSlimeError(step.thrown) || step.thrown.code !== 'SLIME_ENV_RETRYABLE');
  return 'a throw';
}

function infoOf(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? Reflect.get(result, 'info') : undefined;
}
