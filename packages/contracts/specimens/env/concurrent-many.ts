import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Ports of game servers; one is taken from reset to close. */
class Ports {
  readonly #free: number[] = [];
  #next = 9000;
  #open = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  take(): number {
    if (this.#open >= this.#most) throw new Error('no port is free');
    this.#open += 1;
    return this.#free.pop() ?? (this.#next += 1);
  }

  giveBack(port: number): void {
    this.#open -= 1;
    this.#free.push(port);
  }
}

class Game extends BaseInteractionEnv {
  readonly #ports: Ports;
  #port: number | undefined;

  constructor(ports: Ports) {
    super();
    this.#ports = ports;
  }

  override reset() {
    this.#port ??= this.#ports.take();
    return {};
  }

  async step(_responseText: string, { turn }: { turn: number }) {
    return { observation: { text: `Move ${turn}.` }, done: turn >= 2 };
  }

  override close() {
    if (this.#port !== undefined) this.#ports.giveBack(this.#port);
    this.#port = undefined;
  }
}

const many = new Ports(1000);
export const correct = defineEnv({ name: 'game', apiVersion: 1, build: () => new Game(many) });

/** Enough for everybody who tries it out by hand. */
const few = new Ports(4);
export const broken = defineEnv({ name: 'game', apiVersion: 1, build: () => new Game(few) });
