import { describe, expect, it } from 'vitest';
import {
  BaseInteractionEnv,
  defineEnv,
  isEnvDefinition,
  type TextObservation,
} from '../src/index.ts';

class EchoEnv extends BaseInteractionEnv {
  step(responseText: string) {
    return { observation: { text: responseText }, done: false };
  }
}

describe('formatObservation', () => {
  const env = new EchoEnv();

  it('gives text-only content as a string and keeps the role and the call it answers', () => {
    expect(env.formatObservation({ text: 'seen' })).toEqual({ role: 'user', content: 'seen' });
    const answer: TextObservation = { text: '5', role: 'tool', tool_call_id: 'c1', name: 'sum' };
    expect(env.formatObservation(answer)).toEqual({
      role: 'tool',
      content: '5',
      tool_call_id: 'c1',
      name: 'sum',
    });
  });

  it('puts pictures before the text', () => {
    expect(env.formatObservation({ text: 'look', images: ['a.png'] })).toEqual({
      role: 'user',
      content: [
        { type: 'image', image: 'a.png' },
        { type: 'text', text: 'look' },
      ],
    });
  });

  it('refuses an observation whose text is no string', () => {
    class NumberEnv extends BaseInteractionEnv<number> {
      step() {
        return { observation: 1, done: false };
      }
    }
    expect(() => new NumberEnv().formatObservation(1)).toThrow('observation.text must be a string');
  });
});

describe('defineEnv', () => {
  it('brands what it returns', () => {
    const definition = defineEnv({ name: 'echo', apiVersion: 1, build: () => new EchoEnv() });
    expect(isEnvDefinition(definition)).toBe(true);
    expect(isEnvDefinition({ ...definition })).toBe(true);
    expect(isEnvDefinition({ name: 'echo', build: () => new EchoEnv() })).toBe(false);
  });

  it('refuses an empty name', () => {
    expect(() => defineEnv({ name: '', apiVersion: 1, build: () => new EchoEnv() })).toThrow(
      'name must not be empty',
    );
  });
});
