import type { EnvSession } from '../../src/plugins/index.ts';
import { createProject, openContext, openHost, shortArgs } from './project.ts';

/** A module whose env has these methods, and what `buildEnv` was given as properties. */
export function envWith(methods: string): string {
  return `
    import { BaseInteractionEnv } from 'slime-sdk';
    class Base extends BaseInteractionEnv {
      step(): any { return { observation: { text: 'x' }, done: false }; }
    }
    class Env extends Base { ${methods} }
    export const buildEnv = ({ sample, args, config, signal }: any) => Object.assign(new Env(), { sample, args, config, signal });
  `;
}

/** Opens the env of `env.ts` in a project of these files. */
export async function openEnv(
  files: Record<string, string>,
  args = shortArgs(5),
  signal?: AbortSignal,
): Promise<{ session: EnvSession; cwd: string }> {
  const cwd = await createProject(files);
  const env = await (await openHost(cwd, { args })).loadEnv('./env.ts');
  return { session: await env.open(openContext(args, 3, signal)), cwd };
}
