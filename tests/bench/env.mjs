// 1.5 KB of observation a turn; the run's `max_turns` ends the episode.
import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

const PAGE = 'The order 1729 was shipped on 12 May and holds 3 items at 14.50 each. '.repeat(22);

class PageEnv extends BaseInteractionEnv {
  step(_text, { turn }) {
    return { observation: { text: `Page ${turn}. ${PAGE}` }, done: false, reward: turn };
  }
}

export default defineEnv({
  name: 'bench-page',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1000] },
  build: () => new PageEnv(),
});
