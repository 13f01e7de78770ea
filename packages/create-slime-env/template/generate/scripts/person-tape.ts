import { Buffer } from 'node:buffer';
import {
  EngineError,
  type Message,
  type PolicyTurn,
  type Sample,
  type Tape,
  type Turn,
} from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { promptMessages, showMessages, showTools, type Stage } from './stage.ts';

/** A tape whose turns a person writes. It counts bytes of UTF-8 in the place of tokens. */
export function createPersonTape({ args, sample, terminal }: Stage): Tape {
  const ids: number[] = [];
  const mask: number[] = [];
  const turns: Turn[] = [];
  let promptLength = 0;
  let isOpen = false;

  const append = (text: string, bit: number): number => {
    const bytes = Buffer.from(text);
    for (const byte of bytes) {
      ids.push(byte);
      if (isOpen) mask.push(bit);
    }
    return bytes.length;
  };

  const open = (messages: readonly Message[]): void => {
    showMessages(terminal, messages);
    promptLength = append(JSON.stringify(messages), 0);
    isOpen = true;
  };

  return {
    get tokens() {
      return Int32Array.from(ids);
    },
    get promptLength() {
      return promptLength;
    },
    get responseLength() {
      return mask.length;
    },
    turns,
    get budget() {
      return (args.rollout_max_response_len ?? Infinity) - mask.length;
    },
    prompt: async (prompt, options = {}) => {
      showTools(terminal, options.tools ?? []);
      open(typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt);
    },
    generate: async () => {
      if (!isOpen) open(promptMessages(sample));
      if (turns.at(-1)?.finish.type === 'abort') throw new EngineError('the person left');
      const text = await terminal.ask();
      const start = ids.length;
      const turn: Turn = {
        ...readTurn(text ?? '', args),
        index: turns.length,
        rid: String(turns.length),
        text: text ?? '',
        finish:
          text === null
            ? { type: 'abort', message: 'the person left' }
            : { type: 'stop', matched: null },
        tokens: append(text ?? '', 1),
        start,
      };
      turns.push(turn);
      return turn;
    },
    observe: async (messages) => {
      const list = [messages].flat();
      showMessages(terminal, list);
      return { appended: true, tokens: append(JSON.stringify(list), 0), cut: false };
    },
    finish: async (options = {}) => ({
      ...sample,
      tokens: ids,
      response_length: mask.length,
      loss_mask: mask,
      response: Buffer.from(ids.slice(promptLength)).toString(),
      reward: options.reward ?? null,
      status: options.status ?? (turns.at(-1)?.finish.type === 'abort' ? 'aborted' : 'completed'),
      metadata: { ...sample.metadata, ...options.metadata },
    }),
  };
}

function readTurn(text: string, args: Stage['args']): PolicyTurn {
  const read = parseResponse(text, {
    toolCallParser: args.sglang_tool_call_parser,
    reasoningParser: args.sglang_reasoning_parser,
  });
  return { ...read, truncated: false };
}

/** The person's turns, read out of a sample by its mask. */
export function turnsOf({ tokens, response_length, loss_mask }: Sample, args: Stage['args']) {
  const response = tokens.slice(tokens.length - response_length);
  const texts: string[] = [];
  let from = -1;
  for (let at = 0; at <= response.length; at += 1) {
    const isSampled = loss_mask?.[at] === 1;
    if (isSampled && from < 0) from = at;
    if (!isSampled && from >= 0) {
      texts.push(Buffer.from(response.slice(from, at)).toString());
      from = -1;
    }
  }
  return { texts, turns: texts.map((text) => readTurn(text, args)) };
}
