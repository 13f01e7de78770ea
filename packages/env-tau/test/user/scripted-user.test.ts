import { describe, expect, it } from 'vitest';
import { isStop, readTask, parseJson, ScriptedUser, STOP_MARKER } from '../../src/index.ts';

function userOf(instruction: string, outputs: string[] = []): ScriptedUser {
  const text = JSON.stringify({ user_id: 'ada_li_1', instruction, actions: [], outputs });
  return new ScriptedUser(readTask(parseJson(text, 'task'), 'task'));
}

const TASK =
  'You are Ada Li in 19122. You want to return your lamp. You also want to know what you get back.';

describe('the scripted user', () => {
  it('speaks of itself, says what it wants bit by bit, and who it is when asked', () => {
    const user = userOf(TASK);
    expect(user.open()).toBe('Hello. I want to return my lamp.');
    expect(user.reply('Could you give me your user id?')).toBe(
      'I am Ada Li in 19122. My user id is ada_li_1.',
    );
    expect(user.reply('Thank you.')).toBe('I also want to know what I get back.');
  });

  it('agrees to what is proposed', () => {
    const user = userOf('You are Ada Li. You want to return your lamp.');
    user.open();
    expect(user.reply('I can return it to your card. Do you confirm (yes or no)?')).toBe(
      'Yes, please go ahead.',
    );
  });

  it('tells what is left when the agent takes the matter for closed, then ends', () => {
    const user = userOf(TASK);
    user.open();
    expect(user.reply('It has been returned. Anything else?')).toBe(
      'There is more. I also want to know what I get back.',
    );
    expect(user.reply('That has been done, too.')).toBe(STOP_MARKER);
  });

  it('asks again for what it was not told, twice', () => {
    const user = userOf('You are Ada Li. You want to know the price.', ['10.1']);
    user.open();
    const replies = [1, 2, 3].map(() => user.reply('All done.'));
    expect(replies.map((reply) => reply === STOP_MARKER)).toEqual([false, false, true]);
    user.open();
    expect(user.reply('It costs $10.1.')).toBe(STOP_MARKER);
  });

  it('leaves an agent that says nothing of use, within the turns of an episode', () => {
    for (const text of ['', 'I am not sure.', 'Do you confirm?', 'Who are you?', STOP_MARKER]) {
      const user = userOf(TASK, ['5']);
      user.open();
      const turns = Array.from({ length: 30 }, () => user.reply(text));
      expect(turns).toContain(STOP_MARKER);
    }
  });

  it('goes on from a saved conversation', () => {
    const user = userOf(TASK);
    user.open();
    const saved = structuredClone(user.save());
    const once = [user.reply('So?'), user.reply('And who are you?')];
    user.load(saved);
    expect([user.reply('So?'), user.reply('And who are you?')]).toEqual(once);
  });

  it('has something to say for any instruction', () => {
    for (const instruction of ['', '.', 'Your user id is ada_li_1', 'wants a lamp']) {
      const user = userOf(instruction);
      expect(user.open().length).toBeGreaterThan('Hello. '.length);
      expect(user.reply('Your email?')).toContain('ada_li_1');
    }
  });
});

describe('the stop marker', () => {
  it.each([
    ['###STOP###', true],
    [' "###STOP###".\n', true],
    ['**###STOP###**', true],
    ['I will not type ###STOP### yet', false],
    ['Bye. ###STOP###', false],
    ['###STOP', false],
    ['', false],
  ])('as the whole message: %j is one: %j', (message, isOne) => {
    expect(isStop(message, 'message')).toBe(isOne);
    expect(isStop(message, 'anywhere')).toBe(message.includes(STOP_MARKER));
  });
});
