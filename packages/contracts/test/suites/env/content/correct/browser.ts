import { BaseInteractionEnv, defineEnv, type ParsedCall, type StepContext } from 'slime-sdk';

const PAGES = ['home', 'news', 'shop', 'help'];

/** Runs all calls of a turn and shows the page that it is on then, and what went wrong before. */
class Browser extends BaseInteractionEnv {
  #page = 'home';

  override reset() {
    this.#page = 'home';
    const parameters = {
      type: 'object',
      properties: { page: { enum: PAGES } },
      required: ['page'],
    };
    const open = { name: 'open', description: 'Opens a page.', parameters };
    return { tools: [{ type: 'function' as const, function: open }] };
  }

  step(_responseText: string, { calls, content, truncated }: StepContext) {
    const errors = calls.map((call) => this.#open(call)).filter((error) => error !== '');
    const text = [...errors, `This is the page ${this.#page}.`].join('\n');
    return { observation: { text }, done: !truncated && content.includes('answer') };
  }

  #open({ name, arguments: args }: ParsedCall): string {
    const page = args?.['page'];
    if (name !== 'open') return 'There is only open.';
    if (typeof page !== 'string' || !PAGES.includes(page)) return 'There is no such page.';
    this.#page = page;
    return '';
  }
}

export const correct = defineEnv({ name: 'browser', apiVersion: 1, build: () => new Browser() });
