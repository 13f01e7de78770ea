import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { thirdPartyClosure } from './create-closure.ts';
import { mustRun } from './create-run.ts';
import { packInstalled } from './create-tarball.ts';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OURS = ['sdk', 'runtime', 'contracts', 'create-slime-env'];

/** A registry that has our packages and what they install, and people who install from it. */
export interface Shop {
  registry: LocalRegistry;
  /** A person with an empty home and cache, who has this Node.js and npm and nothing else. */
  addUser(node?: string): Promise<User>;
  close(): Promise<void>;
}

/** A person at an empty machine. */
export interface User {
  home: string;
  env: NodeJS.ProcessEnv;
}

/** Opens a registry on loopback with our packages as they would be published. */
export async function openShop(signal: AbortSignal): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'slime-shop-'));
  const registry = await startLocalRegistry(join(folder, 'registry'));
  const addUser = async (node = process.execPath): Promise<User> => {
    const home = await mkdtemp(join(folder, 'home-'));
    return { home, env: { ...plainEnv(node), HOME: home, ...npmSettings(registry, home) } };
  };
  const close = async (): Promise<void> => {
    await registry.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const packages = OURS.map((name) => join(ROOT, 'packages', name));
    for (const installed of await thirdPartyClosure(packages)) {
      await registry.publish(await packInstalled(installed));
    }
    const { env } = await addUser();
    const publishing = packages.map((cwd) => publishOurs(cwd, join(folder, 'packed'), env, signal));
    // Nothing may write any more when the folder is removed.
    await Promise.allSettled(publishing);
    await Promise.all(publishing);
    return { registry, addUser, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function publishOurs(
  cwd: string,
  packed: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const out = join(packed, cwd.replaceAll(/\W+/g, '-'));
  await mkdir(out, { recursive: true });
  const pnpm = join(ROOT, 'node_modules/.bin/pnpm');
  const stdout = await mustRun(pnpm, ['pack', '--json', '--pack-destination', out], {
    cwd,
    env: process.env,
    signal,
  });
  const { filename } = z.object({ filename: z.string() }).parse(JSON.parse(stdout));
  await mustRun('npm', ['publish', filename, '--no-provenance'], { cwd: out, env, signal });
}

/** Nothing of this process but where its npm is. */
function plainEnv(node: string): NodeJS.ProcessEnv {
  const paths = (process.env['PATH'] ?? '').split(delimiter);
  const system = paths.filter((path) => !path.includes('node_modules'));
  return { PATH: [dirname(node), ...system].join(delimiter), NO_COLOR: '1' };
}

function npmSettings({ npmrc, url }: LocalRegistry, home: string): NodeJS.ProcessEnv {
  return {
    npm_config_userconfig: npmrc,
    npm_config_globalconfig: join(home, 'no-global-npmrc'),
    npm_config_registry: url,
    npm_config_cache: join(home, 'cache'),
    npm_config_yes: 'true',
  };
}
