import {
  BaseInteractionEnv,
  defineEnv,
  type Message,
  type Part,
  type StepContext,
} from 'slime-sdk';

const MAP =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAAAAABXZoBIAAAAFElEQVR42mNowAMYRiVHJUclYQAA14+IELSdtnwAAAAASUVORK5CYII=';

interface Look {
  said: string;
}

/** Shows a map with each answer, and repeats what was said. */
class Guide extends BaseInteractionEnv<Look> {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return { messages: [{ role: 'user' as const, content: 'Where are we?' }] };
  }

  step(_responseText: string, { content }: StepContext) {
    this.#turns += 1;
    return { observation: { said: content }, done: this.#turns === 4 };
  }

  override formatObservation({ said }: Look): Message {
    return { role: 'user', content: this.compose(said) };
  }

  compose(said: string): Part[] {
    return [
      { type: 'image', image: MAP },
      { type: 'text', text: `You said "${said}".` },
    ];
  }
}

export const correct = defineEnv({ name: 'guide', apiVersion: 1, build: () => new Guide() });

/** Writes a placeholder and splits the text there, which the policy's words may hold too. */
class Splitting extends Guide {
  override compose(said: string): Part[] {
    const [first = '', ...rest] = `<image>You said "${said}".`.split('<image>');
    const parts: Part[] = [{ type: 'text', text: first }];
    for (const text of rest) parts.push({ type: 'image', image: MAP }, { type: 'text', text });
    return parts;
  }
}

export const broken = defineEnv({ name: 'guide', apiVersion: 1, build: () => new Splitting() });
