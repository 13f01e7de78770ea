import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { HumanUser } from '../../src/user/human-user.ts';
import { Terminal } from '../../src/user/terminal.ts';

const signal = AbortSignal.timeout(30_000);
const start = { isRetry: false, signal };

function sit(lines: string): { user: HumanUser; input: PassThrough; shown: () => string } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.write(lines);
  const user = new HumanUser('You are Ada.', new Terminal({ input, output }));
  return { user, input, shown: () => String(output.read() ?? '') };
}

describe('a person as the user', () => {
  it('is shown the instruction, then what the agent says, and answers by lines', async () => {
    const { user, shown } = sit('Hello.\nIt is #W2.\n');
    expect(await user.open(start)).toBe('Hello.');
    expect(shown()).toContain('You are Ada.');
    expect(await user.reply('Which order?', signal)).toBe('It is #W2.');
    expect(shown()).toContain('Which order?');
    user.close();
  });

  it('is asked again for an empty line, and fails by name after three', async () => {
    const { user } = sit('\nHello.\n\n \n\n');
    expect(await user.open(start)).toBe('Hello.');
    await expect(user.reply('So?', signal)).rejects.toMatchObject({ name: 'EmptyUserReplyError' });
    user.close();
  });

  it('is a failure of the environment when the terminal closes, not an answer', async () => {
    const { user, input } = sit('');
    const asking = user.open(start);
    input.end();
    await expect(asking).rejects.toMatchObject({ code: 'SLIME_ENV' });
  });

  it('is not waited for when the episode is stopped', async () => {
    const { user } = sit('');
    const stop = new AbortController();
    const asking = user.open({ isRetry: false, signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(asking).rejects.toThrow('stopped');
    user.close();
  });
});
