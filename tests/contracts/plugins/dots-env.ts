import { crc32, deflateSync } from 'node:zlib';
import {
  BaseInteractionEnv,
  defineEnv,
  type ResetContext,
  type ResetResult,
  type StepContext,
  type StepResult,
  type TextObservation,
} from 'slime-sdk';

const SIZE = 64;
const ROUNDS = 3;

/** Shows dots, and asks how many there are; in each round a few more. */
class DotsEnv extends BaseInteractionEnv {
  #seed = 0;
  #round = 0;

  override reset({ seed }: ResetContext): ResetResult {
    this.#seed = seed;
    this.#round = 0;
    const image = this.#draw();
    const text = 'How many dots are there? Answer with a number.';
    return {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', image },
            { type: 'text', text },
          ],
        },
      ],
    };
  }

  override step(_responseText: string, { content }: StepContext): StepResult<TextObservation> {
    const isRight = content.trim() === String(this.#dots);
    this.#round += 1;
    if (this.#round >= ROUNDS) {
      return { observation: { text: 'Thank you.' }, done: true, reward: isRight ? 1 : 0 };
    }
    return {
      observation: { text: 'And now?', images: [this.#draw()] },
      done: false,
      reward: isRight ? 1 : 0,
    };
  }

  get #dots(): number {
    return 1 + ((this.#seed + this.#round * 3) % 9);
  }

  #draw(): string {
    const pixels = Buffer.alloc((SIZE + 1) * SIZE, 255);
    for (let row = 0; row < SIZE; row += 1) pixels[row * (SIZE + 1)] = 0;
    for (let dot = 0; dot < this.#dots; dot += 1) {
      const top = 8 + 20 * Math.floor(dot / 3);
      const left = 8 + 20 * (dot % 3);
      for (let row = top; row < top + 8; row += 1) {
        pixels.fill(0, row * (SIZE + 1) + 1 + left, row * (SIZE + 1) + 1 + left + 8);
      }
    }
    return `data:image/png;base64,${encodePng(pixels).toString('base64')}`;
  }
}

/** A grey picture of eight bits a pixel. */
function encodePng(pixels: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, SIZE, 0, 0, 0, SIZE, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

export default defineEnv({
  name: 'dots',
  apiVersion: 1,
  reward: { reduction: 'sum', range: [0, ROUNDS] },
  build: () => new DotsEnv(),
});
