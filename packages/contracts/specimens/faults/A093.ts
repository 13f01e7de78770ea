import { defineEnv, defineTool, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

interface Basket {
  items: string[];
}

const add = defineTool({
  name: 'add',
  description: 'Puts something into the basket.',
  parameters: z.object({ item: z.enum(['bread', 'milk', 'tea']) }),
  execute({ item }, basket: Basket) {
    basket.items.push(item);
    return `The basket holds ${basket.items.length} items.`;
  },
});

class Market extends ToolEnv<Basket> {
  readonly tools = [add];

  createState(): Basket {
    return { items: [] };
  }
}

const basket: Basket = { items: [] };

/** One state for the class, not one for each sample. */
class Shared extends Market {
  override createState() {
    return basket;
  }
}

export const correct = defineEnv({ name: 'market', apiVersion: 1, build: () => new Market() });
export const broken = defineEnv({ name: 'market', apiVersion: 1, build: () => new Shared() });

export const specimen = { kind: 'env', fault: { row: 'A093', check: 'env/deterministic' } };
