import fc from 'fast-check';
import { parseResponse } from 'slime-sdk/parsers';
import { describe, expect, it } from 'vitest';
import { writeCall } from '../../../../src/arbitraries/index.ts';
import { disguise } from '../../../../src/suites/env/content/call-case.ts';
import { stopMarkers } from '../../../../src/suites/env/content/stop-words.ts';
import { wildCall } from '../../../../src/suites/env/content/wild-call.ts';

const read = (text: string) =>
  parseResponse(text, { toolCallParser: 'qwen25', reasoningParser: null });

describe('calls that are compared', () => {
  it('are as long in disguise, and are read as a call of another tool', () => {
    const call = {
      name: 'add_note',
      arguments: { text: 'Hé, 2 "a"', tags: ['b', { c: 'd' }], n: 7 },
    };
    const disguised = disguise(call, 'x');
    expect(disguised).toEqual({
      name: 'xxx_xxxx',
      arguments: { xxx0: 'xé, 2 "x"', xxx1: ['x', { c: 'x' }], 2: 7 },
    });
    expect(writeCall(disguised, 'qwen25')).toHaveLength(writeCall(call, 'qwen25').length);
    expect(read(writeCall(disguised, 'qwen25'))).toMatchObject({
      content: '',
      calls: [{ name: 'xxx_xxxx' }],
    });
  });

  it('are calls to the parser, whatever is wrong with them', () => {
    const literals = ['add_note', 'two words', '###STOP###'];
    const names = new Set<string>();
    fc.assert(
      fc.property(wildCall({ literals, regexes: [] }), (text) => {
        const { calls, content } = read(text);
        for (const { name } of calls) names.add(name);
        return calls.length > 0 && content === '';
      }),
      { seed: 1, numRuns: 2000 },
    );
    expect([...names]).toEqual(expect.arrayContaining(['add_note', '__proto__', '1', '']));
    expect(names).not.toContain('two words');
  });
});

describe('stop markers', () => {
  it('are the literals that end a talk', () => {
    const literals = ['###STOP###', '[DONE]', '<<THE END>>', 'TERMINATE', 'TASK_COMPLETE'];
    const others = ['stop', 'GET', '### Stop', '<tool_call>', 'Error: STOP', '---', 'A'];
    expect(stopMarkers({ literals: [...others, ...literals], regexes: [] })).toEqual(literals);
  });
});
