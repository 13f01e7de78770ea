import { defineEnv, defineTool, type StepResult, type TextObservation, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

/** The door, and who stands before it. */
interface Scene {
  locked: boolean;
  open: boolean;
  inside: boolean;
  coins: number;
}

const buyKey = defineTool({
  name: 'buy_key',
  description: 'Buys the key of a room for three coins and unlocks its door.',
  parameters: z.object({ room: z.int().min(1).max(9).describe('Number of the room') }),
  execute({ room }, scene: Scene) {
    if (scene.coins < 3) return 'There are not enough coins.';
    scene.coins -= 3;
    if (room === 7) scene.locked = false;
    return room === 7 ? 'The lock clicks.' : 'That key does not fit.';
  },
});

const openDoor = defineTool({
  name: 'open_door',
  description: 'Opens the door, when it is unlocked.',
  parameters: z.object({}),
  execute(_args, scene: Scene) {
    if (scene.locked) return 'It is locked.';
    scene.open = true;
    return 'The door is open.';
  },
});

const walk = defineTool({
  name: 'walk',
  description: 'Walks.',
  parameters: z.object({ direction: z.enum(['in', 'away']) }),
  execute({ direction }, scene: Scene) {
    if (direction === 'away') return { text: 'You left.', reward: 0, done: true };
    if (!scene.open) return 'The door is closed.';
    // Several calls of one turn are all run: walking in pays once.
    if (scene.inside) return 'You are inside already.';
    scene.inside = true;
    return { text: 'You are inside.', reward: 1, done: true };
  },
});

/** Buy the right key, open the door, walk in. */
class DoorEnv extends ToolEnv<Scene> {
  readonly tools = [buyKey, openDoor, walk];
  #silent = 0;

  createState(): Scene {
    this.#silent = 0;
    return { locked: true, open: false, inside: false, coins: 6 };
  }

  protected override onNoCall(): StepResult<TextObservation[]> {
    this.#silent += 1;
    return {
      observation: [{ text: 'Use a tool.' }],
      done: this.#silent >= 3,
      reward: 0,
    };
  }
}

export const env = defineEnv({
  name: 'door',
  apiVersion: 1,
  reward: { reduction: 'sum', range: [0, 1] },
  ends: false,
  build: () => new DoorEnv(),
});
