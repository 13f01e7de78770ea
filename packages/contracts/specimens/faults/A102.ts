import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

const STOP = '[DONE]';

/** A guest, played by a script, who says when the talk is over. */
class Guest extends BaseInteractionEnv {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return { messages: [{ role: 'user' as const, content: 'Is there a room left?' }] };
  }

  step(responseText: string, _context: StepContext) {
    this.#turns += 1;
    const reply = this.#turns === 4 ? STOP : 'And what does it cost?';
    return { observation: { text: reply }, done: this.isOver(reply, responseText) };
  }

  isOver(reply: string, _responseText: string): boolean {
    return reply === STOP;
  }
}

/** Honours the guest's marker when the policy writes it, wherever that is. */
class AnyParty extends Guest {
  override isOver(reply: string, responseText: string): boolean {
    return reply === STOP || responseText.includes(STOP);
  }
}

export const correct = defineEnv({ name: 'guest', apiVersion: 1, build: () => new Guest() });
export const broken = defineEnv({ name: 'guest', apiVersion: 1, build: () => new AnyParty() });

export const specimen = { kind: 'env', fault: { row: 'A102', check: 'env/self-end' } };
