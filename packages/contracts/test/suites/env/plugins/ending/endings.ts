import { BaseInteractionEnv, defineEnv, type EnvDefinition } from 'slime-sdk';

/** An environment whose third step goes wrong in a way that no `catch` sees. */
function envThat(act: () => unknown): EnvDefinition {
  class Ending extends BaseInteractionEnv {
    async step(_responseText: string, { turn }: { turn: number }) {
      if (turn >= 2) await act();
      return { observation: { text: `Turn ${turn}.` }, done: turn >= 5 };
    }
  }
  return defineEnv({ name: 'ending', apiVersion: 1, build: () => new Ending() });
}

export const exits = envThat(() => process.exit(7));

export const loops = envThat(() => {
  for (;;);
});

export const allocates = envThat(() => {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 1_000_000 }, (_, at) => at));
});

export const neverSettles = envThat(() => new Promise(() => {}));

export const throwsNoError = envThat(() => {
  // oxlint-disable-next-line typescript/only-throw-error
  throw 'a string';
});

export const rejectsLater = envThat(() => {
  void Promise.reject(new Error('nobody waits for this'));
});
