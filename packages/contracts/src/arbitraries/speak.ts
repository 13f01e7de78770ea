import type { JsonValue, ToolCall, ToolSpec } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { inForm } from './answer-forms.ts';
import { expandText } from './compact-text.ts';
import { Hints } from './hints.ts';
import { writeMutatedCall } from './mutate-call.ts';
import { Picker } from './picks.ts';
import { drawValue } from './schema-value.ts';
import { isSchema } from './schema-branches.ts';
import { sameJson } from './same-json.ts';
import type { TurnKind, TurnPlan } from './turn-plan.ts';
import { type CallFormat, writeCall } from './write-call.ts';
import { draftFormat } from './write-thought.ts';
import { labelText, wrongAnswer } from './wrong-answer.ts';

/** What is known while an episode runs. */
export interface Live {
  tools: readonly ToolSpec[];
  /** The format that the policy writes its calls in. */
  format: CallFormat;
  /** Values of row, metadata, messages and observations so far, newest last: {@link collectSeen}. */
  seen: readonly JsonValue[];
  label: JsonValue;
  /** The right answer, where one is declared. */
  right: string | null;
  /** Counted from 0. */
  turn: number;
}

/** A turn of the policy. */
export interface Spoken {
  /** Without an end token. */
  text: string;
  /** The turn was cut by length. */
  truncated: boolean;
  /** What it came to be: without tools no calls, and a call that its parser reads otherwise is a mutated one. */
  kind: TurnKind;
  /** The calls that the parser of the format reads from a turn of valid calls, else none. */
  calls: ToolCall[];
}

/** Makes a plan a text, with arguments out of what was seen. */
export function speak(plan: TurnPlan, live: Live): Spoken {
  const speech = new Speech(plan, live);
  switch (plan.kind) {
    case 'prose':
    case 'hostile':
      return { text: speech.words, truncated: false, kind: plan.kind, calls: [] };
    case 'answer':
    case 'wrong_answer':
      return speech.answer(plan.kind);
    case 'call':
    case 'calls':
    case 'thought_call':
    case 'mutated_call':
      return live.tools.length === 0
        ? speech.answer(plan.kind === 'call' ? 'answer' : 'wrong_answer')
        : speech.act(plan.kind);
    case 'cut':
      return speech.cut();
  }
}

const LONGEST_ARGUMENT = 2000;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

class Speech {
  readonly words: string;
  readonly #live: Live;
  readonly #picker: Picker;
  readonly #hints: Hints;
  readonly #frame: TurnPlan['frame'];

  constructor(plan: TurnPlan, live: Live) {
    this.#live = live;
    this.words = expandText(plan.words);
    this.#picker = new Picker(plan.picks);
    this.#frame = plan.frame;
    const { right, label } = live;
    const told = right === null ? [label] : [label, right];
    this.#hints = new Hints([...live.seen, ...told, ...readings(this.words)], plan.focus);
  }

  answer(kind: 'answer' | 'wrong_answer'): Spoken {
    const text = kind === 'answer' ? this.#rightAnswer() : this.#wrongAnswer();
    return { text: this.#opening() + text, truncated: false, kind, calls: [] };
  }

  act(kind: 'call' | 'calls' | 'thought_call' | 'mutated_call'): Spoken {
    const { format } = this.#live;
    if (kind === 'mutated_call') {
      const opening = this.#opening();
      const text = writeMutatedCall(this.#call(), format, this.#picker);
      return { text: opening + text, truncated: false, kind, calls: [] };
    }
    if (kind === 'thought_call') {
      const draft = writeCall(this.#call(), draftFormat(format));
      const thought = `<think>\nI could try ${draft}\n`;
      const rest = this.#picker.chance(70) ? `</think>\n\n${this.#rightAnswer()}` : '';
      return { text: thought + rest, truncated: false, kind, calls: [] };
    }
    const opening = this.#opening();
    const calls = [this.#call()];
    if (kind === 'calls') {
      for (let more = 1 + this.#picker.below(3); more > 0; more -= 1) calls.push(this.#call());
    }
    return this.#say(opening, calls, kind);
  }

  cut(): Spoken {
    const isCall = this.#live.tools.length > 0 && !this.#picker.chance(40);
    const whole = isCall
      ? this.#opening() + writeCall(this.#call(), this.#live.format)
      : this.#opening() + this.#rightAnswer();
    const text = whole.slice(0, this.#picker.below(whole.length + 1));
    return { text, truncated: true, kind: 'cut', calls: [] };
  }

  /** Valid calls, unless words or values of the turn make the parser read something else. */
  #say(opening: string, calls: ToolCall[], kind: 'call' | 'calls'): Spoken {
    const written = calls.map((call) => writeCall(call, this.#live.format)).join('\n');
    for (const text of opening === '' ? [written] : [opening + written, written]) {
      if (this.#isRead(text, calls)) return { text, truncated: false, kind, calls };
    }
    return { text: opening + written, truncated: false, kind: 'mutated_call', calls: [] };
  }

  #isRead(text: string, calls: readonly ToolCall[]): boolean {
    const { format, tools } = this.#live;
    const read = parseResponse(text, { toolCallParser: format, reasoningParser: 'qwen3', tools });
    return (
      read.calls.length === calls.length &&
      read.calls.every(({ name, arguments: args }, at) => {
        const call = calls[at];
        return call?.name === name && args !== undefined && sameJson(args, call.arguments);
      })
    );
  }

  #call(): ToolCall {
    const tool = this.#picker.from(this.#live.tools)?.function;
    const value = drawValue({ type: 'object', ...tool?.parameters }, this.#hints, this.#picker);
    return { name: tool?.name ?? '', arguments: isSchema(value) ? value : {} };
  }

  /** Reasoning and words before what the turn is about; mostly none. */
  #opening(): string {
    const thought = this.#picker.chance(30) ? `<think>\n${this.words}\n</think>\n\n` : '';
    const lead = this.#picker.chance(20) && this.words !== '' ? `${this.words}\n` : '';
    return thought + lead;
  }

  #rightAnswer(): string {
    const { right, label } = this.#live;
    if (right !== null && !this.#picker.chance(25)) return right;
    return this.#inForm(labelText(label));
  }

  #wrongAnswer(): string {
    const { label, seen } = this.#live;
    const other = this.#picker.chance(30) ? this.#picker.from(seen) : undefined;
    return this.#inForm(other === undefined ? wrongAnswer(label, this.#picker) : labelText(other));
  }

  #inForm(answer: string): string {
    return inForm(answer, this.#frame, this.#picker);
  }
}

/** Words as the values of arguments that they may be. */
function readings(words: string): JsonValue[] {
  if (words === '' || words.length > LONGEST_ARGUMENT) return [];
  return NUMBER.test(words) ? [words, Number(words)] : [words];
}
