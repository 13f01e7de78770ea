import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

class Echo extends BaseInteractionEnv {
  step(responseText: string) {
    const text = `You said ${responseText.length} characters.`;
    this.tell(text);
    return { observation: { text }, done: true };
  }

  tell(_line: string): void {}
}

export const correct = defineEnv({ name: 'echo', apiVersion: 1, build: () => new Echo() });

class Talkative extends Echo {
  override tell(line: string) {
    process.stdout.write(`${line}\n`);
  }
}

export const broken = defineEnv({ name: 'echo', apiVersion: 1, build: () => new Talkative() });
