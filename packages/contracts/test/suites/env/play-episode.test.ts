import {
  BaseInteractionEnv,
  createSample,
  defineEnv,
  type ResetContext,
  RetryableEnvError,
  type StepContext,
} from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { Broken, Unmet } from '../../../src/broken.ts';
import { playEpisode, visible } from '../../../src/suites/env/play-episode.ts';
import type { Response } from '../../../src/suites/env/turn-reader.ts';
import { openTarget } from './open-target.ts';

const start = { sample: createSample({ prompt: 'Go.' }), seed: 7, isMadeUp: false };
const say = (text: string, truncated = false): Response => ({ text, truncated });
const CALL = '<tool_call>\n{"name": "look", "arguments": {}}\n</tool_call>';

/** Ends after three turns; what it is told is kept. */
class Listening extends BaseInteractionEnv {
  readonly heard: StepContext[] = [];
  turns = 0;

  override reset(_context: ResetContext) {
    this.turns = 0;
    return {};
  }

  step(text: string, context: StepContext) {
    this.heard.push(context);
    this.turns += 1;
    return { observation: { text: `${this.turns}: ${text}` }, done: this.turns === 3 };
  }

  metrics() {
    return { turns: this.turns };
  }
}

const define = (env: () => BaseInteractionEnv) =>
  defineEnv({ name: 'listening', apiVersion: 1, build: env });

describe('an episode', () => {
  it('is played in the order of the loop', async () => {
    const { target, trial, calls } = openTarget(define(() => new Listening()));
    const turns = ['a', 'b', 'c', 'd'].map((text) => say(text));
    const played = await playEpisode(target, trial, { start, turns });
    expect(calls).toEqual([
      'build',
      'reset',
      'step of turn 0',
      'formatObservation of turn 0',
      'step of turn 1',
      'formatObservation of turn 1',
      'step of turn 2',
      'metrics',
      'close',
    ]);
    expect(played).toMatchObject({ ended: 'done', metrics: { turns: 3 }, thrown: null });
    expect(visible(played).turns).toEqual([
      { messages: { role: 'user', content: '1: a' }, done: false },
      { messages: { role: 'user', content: '2: b' }, done: false },
      { messages: null, done: true },
    ]);
  });

  it('splits turns as the loop does: a cut one has no calls and is the last', async () => {
    const env = new Listening();
    const { target, trial } = openTarget(define(() => env));
    const turns = [say(`<think>why</think>so ${CALL}`), say(CALL, true), say('not heard')];
    const { ended } = await playEpisode(target, trial, { start, turns });
    expect(ended).toBe('cut');
    expect(env.heard).toMatchObject([
      { turn: 0, reasoning: 'why', content: 'so', calls: [{ name: 'look' }], truncated: false },
      { turn: 1, calls: [], truncated: true },
    ]);
    expect(env.heard).toHaveLength(2);
  });

  it('ends at the turn limit of the run', async () => {
    const { target, trial } = openTarget(
      define(() => new Listening()),
      {
        args: { max_turns: 2 },
      },
    );
    const turns = [say('a'), say('b'), say('c')];
    const { ended, responses } = await playEpisode(target, trial, { start, turns });
    expect({ ended, said: responses.length }).toEqual({ ended: 'max_turns', said: 2 });
  });

  it('keeps what was seen, whatever the env does to its objects later', async () => {
    const shared = { role: 'user' as const, content: '' };
    class Sharing extends Listening {
      override formatObservation({ text }: { text: string }) {
        return Object.assign(shared, { content: text });
      }
    }
    const { target, trial } = openTarget(define(() => new Sharing()));
    const played = await playEpisode(target, trial, { start, turns: [say('a'), say('b')] });
    expect(visible(played).turns).toMatchObject([
      { messages: { content: '1: a' } },
      { messages: { content: '2: b' } },
    ]);
  });
});

describe('an episode that fails', () => {
  class Failing extends Listening {
    override step(): never {
      throw new Error('the backend is gone');
    }
  }

  it('breaks the law with the call and the words before it, after a close', async () => {
    const { target, trial, calls } = openTarget(define(() => new Failing()));
    const played = playEpisode(target, trial, { start, turns: [say('hello')] });
    const breach = await played.catch((error: unknown) => (error as Broken).breach);
    expect(breach).toMatchObject({
      expected: 'step of turn 0 does not throw',
      got: expect.stringContaining('the backend is gone'),
      note: 'the policy said turn 0: "hello"',
    });
    expect(calls).toEqual(['build', 'reset', 'step of turn 0', 'close']);
  });

  it('is recorded where a law asks for that, with the turn that failed', async () => {
    const { target, trial, calls } = openTarget(define(() => new Failing()));
    const played = await playEpisode(target, trial, {
      start,
      turns: [say('hello')],
      throws: 'record',
    });
    expect(played).toMatchObject({
      ended: 'thrown',
      responses: [{ text: 'hello' }],
      thrown: { where: 'step of turn 0' },
    });
    expect(calls.filter((where) => where === 'close')).toHaveLength(1);
  });

  it('closes once when a hook throws', async () => {
    const { target, trial, calls } = openTarget(define(() => new Listening()));
    const played = playEpisode(target, trial, {
      start,
      turns: [say('a')],
      after: () => {
        if (calls.at(-1) === 'reset') trial.fail({ expected: 'a', got: 'b' });
      },
    });
    await expect(played).rejects.toThrow(Broken);
    expect(calls).toEqual(['build', 'reset', 'close']);
  });

  it('leaves the case when a made-up sample is refused', async () => {
    const { target, trial } = openTarget(
      defineEnv({
        name: 'picky',
        apiVersion: 1,
        build: () => {
          throw new Error('no such task');
        },
      }),
    );
    const refused = { ...start, isMadeUp: true };
    await expect(playEpisode(target, trial, { start: refused, turns: [] })).rejects.toThrow(Unmet);
    await expect(playEpisode(target, trial, { start, turns: [] })).rejects.toThrow(Broken);
  });
});

describe('an episode with failures that pass', () => {
  /** The second turn fails at first. */
  class Flaky extends Listening {
    isFixed = false;

    override step(text: string, context: StepContext) {
      if (this.turns === 1 && !this.isFixed) {
        this.isFixed = true;
        this.turns = 99;
        throw new RetryableEnvError('the backend is busy');
      }
      return super.step(text, context);
    }
  }

  it('is reset with the next attempt and replayed', async () => {
    const attempts: number[] = [];
    class Attempted extends Flaky {
      override reset(context: ResetContext) {
        attempts.push(context.attempt);
        return super.reset(context);
      }
    }
    const { target, trial } = openTarget(define(() => new Attempted()));
    const played = await playEpisode(target, trial, { start, turns: [say('a'), say('b')] });
    expect(attempts).toEqual([0, 1]);
    expect(played.retries).toBe(1);
    expect(visible(played).turns).toMatchObject([
      { messages: { content: '1: a' } },
      { messages: { content: '2: b' } },
    ]);
  });

  it('is restored where the env has snapshots', async () => {
    class Saved extends Flaky {
      snapshot() {
        return { turns: this.turns };
      }

      restore(snapshot: unknown) {
        Object.assign(this, snapshot);
      }
    }
    const { target, trial, calls } = openTarget(define(() => new Saved()));
    const played = await playEpisode(target, trial, { start, turns: [say('a'), say('b')] });
    expect(calls.filter((where) => where === 'reset')).toHaveLength(1);
    expect(calls.filter((where) => where === 'restore')).toHaveLength(1);
    expect(visible(played).turns[1]).toMatchObject({ messages: { content: '2: b' } });
  });

  it('breaks the law when it fails more often than the loop retries', async () => {
    const { target, trial } = openTarget(
      define(() => new Flaky()),
      {
        args: { max_env_retries_per_turn: 0 },
      },
    );
    const played = playEpisode(target, trial, { start, turns: [say('a'), say('b')] });
    await expect(played).rejects.toThrow(Broken);
  });
});
