import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { warnOfKeys } from '../../src/rollout/warn-of-keys.ts';

function warningsOf(
  keys: Record<string, unknown>,
  declared: readonly (readonly string[] | null)[],
): string[] {
  const args: RolloutArgs = { ...createRolloutArgs({ custom_config_path: 'c.yaml' }), ...keys };
  const lines: string[] = [];
  warnOfKeys(args, declared, { warn: (line) => void lines.push(line) });
  return lines;
}

describe('a key of the configuration', () => {
  it('that a plugin declares or that is an argument is no matter', () => {
    const keys = { user_strategy: 'llm', tone: 1, max_turns: 3 };
    expect(warningsOf(keys, [['user_strategy'], ['tone']])).toEqual([]);
  });

  it('that looks like a slip of a known one is warned of with that one', () => {
    const keys = { usr_strategy: 'llm', max_turn: 3 };
    for (const more of [[], [null]]) {
      expect(warningsOf(keys, [['user_strategy'], ...more])).toEqual([
        'c.yaml: no plugin declares the key "usr_strategy"; did you mean user_strategy?',
        'c.yaml: no plugin declares the key "max_turn"; did you mean max_turns?',
      ]);
    }
  });

  it('that nothing can read is warned of, and left alone where a plugin reads what it likes', () => {
    const keys = { ['x\u001B[31m']: 1 };
    expect(warningsOf(keys, [['user_strategy']])).toEqual([
      'c.yaml: nothing reads the key "x\\u001b[31m"',
    ]);
    expect(warningsOf(keys, [['user_strategy'], null])).toEqual([]);
  });
});
