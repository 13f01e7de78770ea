import { defineEnv, type Message, type ResetResult, ToolEnv } from 'slime-sdk';

/** A help desk whose customer writes first. */
class HelpDesk extends ToolEnv {
  readonly tools = [];

  createState(): undefined {}

  override async reset(): Promise<ResetResult> {
    return { messages: this.opening() };
  }

  opening(): Message[] {
    return [
      { role: 'system', content: 'You are the help desk of a library.' },
      { role: 'user', content: 'Where is my book?' },
    ];
  }
}

export const correct = defineEnv({ name: 'desk', apiVersion: 1, build: () => new HelpDesk() });

/** The last word is the policy's own: it would go on where it has ended already. */
class Greeting extends HelpDesk {
  override opening(): Message[] {
    return [...super.opening(), { role: 'assistant', content: 'Let me look that up.' }];
  }
}

export const broken = defineEnv({ name: 'desk', apiVersion: 1, build: () => new Greeting() });
