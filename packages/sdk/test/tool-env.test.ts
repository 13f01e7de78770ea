import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  defineTool,
  type ParsedCall,
  RetryableEnvError,
  type StepContext,
  type StepResult,
  type TextObservation,
  ToolEnv,
} from '../src/index.ts';
import { parseResponse } from '../src/parsers/index.ts';

interface Ledger {
  total: number;
  log: string[];
}

const add = defineTool({
  name: 'add',
  description: 'Adds to the total.',
  aliases: ['plus'],
  parameters: z.object({ n: z.string().transform(Number) }),
  execute: ({ n }, state: Ledger) => {
    state.total += n;
    state.log.push(`add ${n}`);
    return { text: `total ${state.total}`, info: { n }, reward: n };
  },
});

const stop = defineTool({
  name: 'stop',
  description: 'Ends the episode.',
  parameters: z.object({}),
  execute: (_, state: Ledger) => {
    state.log.push('stop');
    return { text: 'bye', done: true, images: ['end.png'] };
  },
});

const fail = defineTool({
  name: 'fail',
  description: 'Throws.',
  parameters: z.object({ retry: z.boolean() }),
  execute: ({ retry }): string => {
    throw retry ? new RetryableEnvError('busy') : new Error('broken');
  },
});

class LedgerEnv extends ToolEnv<Ledger> {
  readonly tools = [add, stop, fail];

  createState(): Ledger {
    return { total: 0, log: [] };
  }

  get log(): string[] {
    return this.state.log;
  }
}

const signal = new AbortController().signal;

const context = (calls: ParsedCall[], more: Partial<StepContext> = {}): StepContext => ({
  turn: 0,
  reasoning: '',
  content: '',
  calls,
  truncated: false,
  seed: 1,
  signal,
  ...more,
});

const call = (name: string, args: ParsedCall['arguments'] = {}): ParsedCall => ({
  name,
  arguments: args,
  raw: '',
});

async function start(env: LedgerEnv = new LedgerEnv()): Promise<LedgerEnv> {
  await env.reset({ seed: 1, attempt: 0, signal });
  return env;
}

describe('reset', () => {
  it('gives the tools to the template and starts from a new state', async () => {
    const env = await start();
    await env.step('', context([call('add', { n: '2' })]));
    const result = await env.reset({ seed: 1, attempt: 1, signal });
    expect(result).toEqual({ tools: [add.spec, stop.spec, fail.spec] });
    expect(env.log).toEqual([]);
  });

  it('refuses two tools of one name', async () => {
    class TwiceEnv extends LedgerEnv {
      override readonly tools = [add, stop, fail, { ...fail, name: 'plus' }];
    }
    await expect(start(new TwiceEnv())).rejects.toThrow('two tools answer to the name "plus"');
  });
});

describe('step', () => {
  it('answers every call of a turn in order, one tool message each', async () => {
    const env = await start();
    const step = await env.step(
      '',
      context([call('add', { n: '2' }), call('stop'), call('plus', { n: '3' })]),
    );
    expect(env.formatObservation(step.observation)).toEqual([
      { role: 'tool', name: 'add', content: 'total 2' },
      {
        role: 'tool',
        name: 'stop',
        content: [
          { type: 'image', image: 'end.png' },
          { type: 'text', text: 'bye' },
        ],
      },
      { role: 'tool', name: 'add', content: 'total 5' },
    ]);
    expect({ ...step, observation: undefined }).toEqual({
      observation: undefined,
      done: true,
      reward: 5,
      info: {
        calls: [{ name: 'add', info: { n: 2 } }, { name: 'stop' }, { name: 'add', info: { n: 3 } }],
      },
    });
    expect(env.log).toEqual(['add 2', 'stop', 'add 3']);
  });

  it('tells the policy what is wrong with a call, and runs the others', async () => {
    const env = await start();
    const malformed = { name: '', arguments: undefined, error: 'no JSON', raw: '{' };
    const step = await env.step(
      '',
      context([malformed, call('subtract'), call('add', { n: 2 }), call('add', { n: '2' })]),
    );
    expect(step.observation).toEqual([
      { role: 'tool', text: 'Error: the call could not be read: no JSON' },
      {
        role: 'tool',
        text: 'Error: there is no tool of that name; the tools are: add, stop, fail',
      },
      {
        role: 'tool',
        name: 'add',
        text: 'Error: wrong arguments for add: n: Invalid input: expected string, received number',
      },
      { role: 'tool', name: 'add', text: 'total 2' },
    ]);
    expect(step.info).toEqual({
      calls: [
        { name: null, fault: 'malformed' },
        { name: null, fault: 'unknown_tool' },
        { name: 'add', fault: 'arguments' },
        { name: 'add', info: { n: 2 } },
      ],
    });
    expect(step.done).toBe(false);
  });

  it('answers a call by the id that it was written with, also when it does not run', async () => {
    const env = await start();
    const { observation } = await env.step(
      '',
      context([
        { ...call('add', { n: '2' }), id: 'functions.add:0' },
        { ...call('subtract'), id: 'functions.subtract:1' },
        call('stop'),
      ]),
    );
    expect(env.formatObservation(observation).map((message) => message.tool_call_id)).toEqual([
      'functions.add:0',
      'functions.subtract:1',
      undefined,
    ]);
  });

  it('bounds the answer to arguments with many faults', async () => {
    const many = defineTool({
      name: 'many',
      description: 'Takes numbers.',
      parameters: z.object({ list: z.array(z.number()) }),
      execute: () => '',
    });
    class ManyEnv extends ToolEnv {
      readonly tools = [many];
      createState() {
        return undefined;
      }
    }
    const env = new ManyEnv();
    await env.reset({ seed: 1, attempt: 0, signal });
    const list = Array.from({ length: 5000 }, () => 'x');
    const { observation } = await env.step('', context([call('many', { list })]));
    expect(observation[0]?.text.length).toBe(1000 + 'Error: '.length);
  });

  it('lets what a tool throws through, and never tells the policy', async () => {
    const env = await start();
    await expect(env.step('', context([call('fail', { retry: false })]))).rejects.toThrow('broken');
    await expect(env.step('', context([call('fail', { retry: true })]))).rejects.toThrow(
      RetryableEnvError,
    );
  });

  it('runs no further call once the episode is aborted', async () => {
    const env = await start();
    const controller = new AbortController();
    const abort = { ...stop, execute: () => (controller.abort(new Error('late')), 'ok') };
    class AbortEnv extends LedgerEnv {
      override readonly tools = [add, abort, fail];
    }
    const aborting = await start(new AbortEnv());
    const calls = [call('stop'), call('add', { n: '1' })];
    await expect(aborting.step('', context(calls, { signal: controller.signal }))).rejects.toThrow(
      'late',
    );
    expect(aborting.log).toEqual([]);
    expect(env.log).toEqual([]);
  });

  it('ends the episode at a turn without a call', async () => {
    const env = await start();
    expect(await env.step('7', context([], { content: '7' }))).toEqual({
      observation: [],
      done: true,
    });
  });

  it('asks onNoCall and describeFault of a subclass', async () => {
    class ChattyEnv extends LedgerEnv {
      protected override onNoCall(content: string): StepResult<TextObservation[]> {
        return { observation: [{ text: `you said ${content}` }], done: false };
      }
      protected override describeFault({ kind }: { kind: string }): string {
        return `fault: ${kind}`;
      }
    }
    const env = await start(new ChattyEnv());
    const chat = await env.step('hi', context([], { content: 'hi' }));
    expect(env.formatObservation(chat.observation)).toEqual([
      { role: 'user', content: 'you said hi' },
    ]);
    const { observation } = await env.step('', context([call('nothing')]));
    expect(observation).toEqual([{ role: 'tool', text: 'fault: unknown_tool' }]);
  });

  it('survives any text: as many answers as calls, never the text of the call', async () => {
    const pieces =
      '<tool_call>\n|\n</tool_call>|{"name":"add","arguments":{"n":"1"}}|{|[7]|{"name":"SECRET"}|' +
      '{"name":"add","arguments":{"n":["SECRET"]}}|text|"SECRET';
    const soup = fc.array(fc.constantFrom(...pieces.split('|')), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(soup, async (parts) => {
        const env = await start();
        const { calls, content } = parseResponse(parts.join(''), {
          toolCallParser: 'qwen25',
          reasoningParser: null,
        });
        const { observation, done } = await env.step('', context(calls, { content }));
        expect(observation.length).toBe(calls.length);
        expect(done).toBe(calls.length === 0);
        expect(JSON.stringify(observation)).not.toContain('SECRET');
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
