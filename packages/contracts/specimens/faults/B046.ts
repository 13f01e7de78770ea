import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

interface Shop {
  stock: number;
}

/** What the shops of all episodes start from. */
const DATA: Shop = { stock: 10 };

const sell = defineTool({
  name: 'sell',
  description: 'Sells a number of things.',
  parameters: z.object({ count: z.int().min(1).max(3) }),
  execute({ count }, shop: Shop) {
    shop.stock -= count;
    return `There are ${shop.stock} left.`;
  },
});

class Selling extends ToolEnv<Shop> {
  readonly tools = [sell];

  createState() {
    return { ...DATA };
  }

  protected override onNoCall() {
    const gold = this.copyForGrading();
    gold.stock -= 2;
    return { observation: [], done: true, reward: this.state.stock === gold.stock ? 1 : 0 };
  }

  copyForGrading(): Shop {
    return { ...DATA };
  }
}

/** Grades by the right actions on the live data, which is sold out in the end. */
class Spoiling extends Selling {
  override copyForGrading() {
    return DATA;
  }
}

const reward = { reduction: 'last', range: [0, 1] } as const;
export const correct = defineEnv({
  name: 'selling',
  apiVersion: 1,
  reward,
  build: () => new Selling(),
});
export const broken = defineEnv({
  name: 'selling',
  apiVersion: 1,
  reward,
  build: () => new Spoiling(),
});

export const specimen = { kind: 'env', fault: { row: 'B046', check: 'env/deterministic' } };
