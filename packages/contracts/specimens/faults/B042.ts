import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';

const TASKS = Array.from({ length: 30 }, (_, number) => ({ question: `What is ${number} + 1?` }));

/** Sets one of thirty tasks. */
class Tasks extends BaseInteractionEnv {
  override reset({ seed }: ResetContext) {
    const task = TASKS[this.choose(seed)];
    if (task === undefined) throw new RangeError('there is no such task');
    return { messages: [{ role: 'user' as const, content: task.question }] };
  }

  step() {
    return { observation: { text: 'Thank you.' }, done: true };
  }

  choose(seed: number): number {
    return seed % TASKS.length;
  }
}

/** The upper bound of the index is the number of tasks, and included. */
class Inclusive extends Tasks {
  override choose(seed: number) {
    return seed % (TASKS.length + 1);
  }
}

export const correct = defineEnv({ name: 'tasks', apiVersion: 1, build: () => new Tasks() });
export const broken = defineEnv({ name: 'tasks', apiVersion: 1, build: () => new Inclusive() });

export const specimen = {
  kind: 'env',
  fault: { row: 'B042', check: 'env/settles' },
};
