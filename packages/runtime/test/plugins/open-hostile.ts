import type { RolloutArgs } from 'slime-sdk';
import type { HostedEnv, HostedReward, RolloutPluginHost } from '../../src/plugins/index.ts';
import { HOSTILE } from './hostile-plugin.ts';
import { createProject, openHost } from './project.ts';

/** Loads the plugin that misbehaves as it is told, in children. */
export async function openHostile(
  args: RolloutArgs,
  concurrency = 8,
): Promise<{ host: RolloutPluginHost; env: HostedEnv; reward: HostedReward; cwd: string }> {
  const cwd = await createProject({ 'p.ts': HOSTILE });
  const host = await openHost(cwd, { isolation: 'process', args, concurrency });
  const env = await host.loadEnv('./p.ts');
  return { host, env, reward: await host.loadReward('./p.ts', 'single'), cwd };
}
