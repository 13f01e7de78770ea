import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openTerminal } from '../template/base/scripts/terminal.ts';

/** Everything that a person with this text on their pipe says, and what they are told. */
async function playAll(text: string): Promise<{ turns: string[]; told: string }> {
  const input = new PassThrough();
  const output = new PassThrough();
  let told = '';
  output.setEncoding('utf8').on('data', (part: string) => {
    told += part;
  });
  const terminal = openTerminal(input, output);
  input.end(text);
  const turns: string[] = [];
  for (let turn = await terminal.ask(); turn !== null; turn = await terminal.ask()) {
    turns.push(turn);
  }
  terminal.close();
  return { turns, told };
}

describe('the terminal of a play', () => {
  it('takes a line, or lines between two fences, as a turn', async () => {
    const { turns } = await playAll('first\n\n  \n"""\na\n\nb\n"""\n"""\n"""\nlast');
    expect(turns).toEqual(['first', 'a\n\nb', '', 'last']);
  });

  it('writes calls as a model does, alone or amid a block', async () => {
    const { turns } = await playAll('/call look\n"""\nhm\n/call add {"n":1}\n"""\n');
    expect(turns).toEqual([
      '<tool_call>\n{"name":"look","arguments":{}}\n</tool_call>',
      'hm\n<tool_call>\n{"name":"add","arguments":{"n":1}}\n</tool_call>',
    ]);
  });

  it('asks again after a call that it cannot write', async () => {
    const { turns, told } = await playAll('/call\n/call add {n}\n/call add [1]\n/caller\n');
    expect(turns).toEqual(['/caller']);
    expect(told).toContain('write /call tool {"argument": 1}');
    expect(told).toContain('/call add: its arguments must be a JSON object: {n}');
    expect(told).toContain('/call add: its arguments must be a JSON object: [1]');
  });

  it('takes the end of the input inside a block as leaving', async () => {
    expect((await playAll('one\n"""\ntwo')).turns).toEqual(['one']);
  });

  it('echoes nothing of what comes through a pipe', async () => {
    expect((await playAll('one\ntwo\n')).told).toBe('');
  });
});
