import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** A child process that echoes what it is told. */
interface Sandbox {
  echo(line: string): Promise<string>;
  stop(): Promise<unknown>;
}

function openSandbox(): Sandbox {
  const child = spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  return {
    async echo(line) {
      child.stdin.write(`${line}\n`);
      const gone = closed.then(() => ['nothing: the sandbox is gone']);
      const [echo] = await Promise.race([once(child.stdout, 'data'), gone]);
      return String(echo).trim();
    },
    stop() {
      child.kill();
      return closed;
    },
  };
}

/** A child process for each episode. */
class SandboxEnv extends BaseInteractionEnv {
  #sandbox: Sandbox | undefined;
  #turns = 0;

  override async reset() {
    await this.close();
    this.#turns = 0;
    this.#sandbox = openSandbox();
    return {};
  }

  async step(text: string) {
    if (this.#sandbox === undefined) throw new Error('reset() comes before step()');
    this.#turns += 1;
    const echo = await this.#sandbox.echo(text.slice(0, 10).replaceAll(/\s/g, ' '));
    return { observation: { text: `It wrote: ${echo}` }, done: this.#turns >= 3 };
  }

  override async close() {
    const sandbox = this.#sandbox;
    this.#sandbox = undefined;
    await sandbox?.stop();
  }
}

export const env = defineEnv({ name: 'sandbox', apiVersion: 1, build: () => new SandboxEnv() });
