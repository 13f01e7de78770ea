import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

class Echo extends BaseInteractionEnv {
  step(responseText: string) {
    return { observation: { text: `You said ${responseText.length} characters.` }, done: true };
  }
}

export const correct = defineEnv({ name: 'echo', apiVersion: 1, build: () => new Echo() });

/** A copy of an instance has its fields and none of its methods. */
export const broken = defineEnv({
  name: 'echo',
  apiVersion: 1,
  build: () => Object.assign({}, new Echo()),
});
