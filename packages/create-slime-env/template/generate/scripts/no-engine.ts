import { type Encoder, EngineError, type GenerateEngine, type Logger } from 'slime-sdk';

function refuse(): never {
  throw new EngineError('`npm run play` has a tape only: no engine, no encoder');
}

/** The engine of a play: there is none. */
export const noEngine: GenerateEngine = { capabilities: refuse, generate: refuse, abort: refuse };

/** The encoder of a play: there is none. */
export const noEncoder: Encoder = {
  stopIds: new Set(),
  vocabSize: 0,
  template: { name: 'none', appendOnly: true, rewrites: [] },
  encodePrompt: refuse,
  encodeBridge: refuse,
  encodeText: refuse,
  decode: refuse,
  render: refuse,
};

/** Shows what the plugin logs, debug lines aside. */
export function createLogger(say: (text: string) => void): Logger {
  const show = (message: string): void => say(`(${message})`);
  return { debug: () => {}, info: show, warn: show, error: show };
}
