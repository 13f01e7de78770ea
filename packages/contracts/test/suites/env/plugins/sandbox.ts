import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** A child process for each episode, which echoes what the policy says. */
class Sandbox extends BaseInteractionEnv {
  #child: ChildProcess | undefined;
  #turns = 0;

  override async reset() {
    await this.close();
    this.#turns = 0;
    this.#child = spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'] });
    return {};
  }

  async step(text: string) {
    const { stdin, stdout } = this.#child ?? {};
    if (stdin == null || stdout == null) throw new Error('reset() comes before step()');
    this.#turns += 1;
    stdin.write(`${text.slice(0, 10).replaceAll(/\s/g, ' ')}\n`);
    const [echo] = await Promise.race([
      once(stdout, 'data'),
      once(stdout, 'close').then(() => ['nothing: the sandbox is gone']),
    ]);
    return {
      observation: { text: `It wrote: ${String(echo).trim()}` },
      done: this.#turns >= 3,
    };
  }

  override async close() {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    child.kill();
    await once(child, 'close');
  }
}

export default defineEnv({ name: 'sandbox', apiVersion: 1, build: () => new Sandbox() });
