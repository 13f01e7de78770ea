import { BaseInteractionEnv, defineEnv } from 'slime-sdk';
import { z } from 'zod';

const walkSchema = z.object({ room: z.int(), left: z.int() });

/** A walk through rooms in six turns. */
class Walk extends BaseInteractionEnv {
  walk = { room: 0, left: 6 };

  override reset() {
    this.walk = { room: 0, left: 6 };
    return {};
  }

  step(responseText: string) {
    this.walk.room += responseText.includes('left') ? -1 : 1;
    this.walk.left -= 1;
    const text = `You are in room ${this.walk.room}, with ${this.walk.left} turns to go.`;
    return { observation: { text }, done: this.walk.left <= 0 };
  }

  snapshot() {
    return this.walk;
  }

  restore(snapshot: unknown) {
    this.walk = walkSchema.parse(snapshot);
  }
}

export const correct = defineEnv({ name: 'walk', apiVersion: 1, build: () => new Walk() });

/** Goes back to the room, and not to the turn. */
class Tired extends Walk {
  override restore(snapshot: unknown) {
    this.walk.room = walkSchema.parse(snapshot).room;
  }
}

export const broken = defineEnv({ name: 'walk', apiVersion: 1, build: () => new Tired() });
