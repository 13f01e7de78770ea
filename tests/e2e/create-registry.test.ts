import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findNode, type FoundNode } from './create-node.ts';
import { mustRun, runCommand } from './create-run.ts';
import { openShop, type Shop, type User } from './create-shop.ts';
import { readSamples } from './read-run.ts';
import { isFullTier } from './recorded-data.ts';

const TIMEOUT = { timeout: 300_000 };

/** Largest install of the contracts, in bytes. */
const MAX_INSTALL = 45_000_000;

const [running = ''] = process.versions.node.split('.');
const others = ['20', '22', '24'].filter((line) => line !== running);
const lines = ['current', ...(isFullTier ? others : [])];

let shop: Shop;

beforeAll(async () => {
  shop = await openShop(AbortSignal.timeout(120_000));
}, 130_000);

// There are many files to remove.
afterAll(() => shop?.close(), 60_000);

/** Runs a line of shell as the user, in a folder of theirs. */
function shell(user: User, folder: string, command: string, signal: AbortSignal, input = '') {
  const cwd = join(user.home, folder);
  return mustRun('sh', ['-euc', command], { cwd, env: user.env, signal, input });
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe.each(lines)('on Node.js %s', (line) => {
  /** One for each line: they all publish to the same registry. */
  const version = `0.${lines.indexOf(line) + 1}.0`;
  let found: FoundNode;

  beforeAll(async () => {
    const { home } = await shop.addUser();
    found = await findNode(line, home, AbortSignal.timeout(120_000));
  }, 130_000);

  it('the way from `npm create` to another project leads through', TIMEOUT, async (context) => {
    if (found.missing !== null) context.skip(found.missing);
    const { signal } = context;
    const user = await shop.addUser(found.node);

    await shell(user, '.', 'npm create slime-env my-env -- --yes', signal);
    const files = await readdir(join(user.home, 'my-env'));
    expect(files).toEqual(expect.arrayContaining(['.gitignore', '.github', '.changeset', 'src']));
    await shell(user, 'my-env', 'npm install', signal);
    await shell(user, 'my-env', 'npm test', signal);
    await shell(user, 'my-env', 'npm run typecheck', signal);
    await shell(user, 'my-env', 'npm run build', signal);
    const played = await shell(user, 'my-env', 'npm run play', signal, 'Answer: 11\n');
    expect(played).toContain('reward 1');
    await shell(user, 'my-env', 'npm run rollout', signal);
    await shell(user, 'my-env', 'npm run report -- --runs 100 --seed 1', signal);
    const badge = await readFile(join(user.home, 'my-env/report/badge.json'), 'utf8');
    expect(JSON.parse(badge)).toMatchObject({ message: expect.stringMatching(/^\d+ held$/) });
    const packed = await shell(user, 'my-env', 'npm pack', signal);
    expect(packed.trim()).toMatch(/my-env-0\.0\.0\.tgz$/);
    await shell(user, 'my-env', `npm version ${version}`, signal);
    await shell(user, 'my-env', 'npm publish --no-provenance', signal);

    await mkdir(join(user.home, 'training'));
    const install = `npm install my-env@${version} slime-runtime slime-contracts`;
    await shell(user, 'training', `npm init -y && ${install}`, signal);
    await shell(user, 'training', 'npx slime-contracts my-env --runs 100 --seed 1', signal);
    await shell(
      user,
      'training',
      'npx slime-runtime rollout --rollout-interaction-env-path my-env --output runs/one',
      signal,
    );
    const samples = await readSamples(join(user.home, 'training/runs/one'));
    expect(samples).toHaveLength(48);
    expect(new Set(samples.map(({ reward }) => reward))).toEqual(new Set([0, 1]));
  });

  it.runIf(isFullTier).for(['reward', 'generate'])(
    'a package of kind %s installs, holds its contracts and packs',
    TIMEOUT,
    async (kind, context) => {
      if (found.missing !== null) context.skip(found.missing);
      const user = await shop.addUser(found.node);
      const steps = ['install', 'test', 'run build', 'run rollout', 'pack'];
      await shell(user, '.', `npm create slime-env @me/it -- --kind ${kind}`, context.signal);
      for (const step of steps) await shell(user, 'it', `npm ${step}`, context.signal);
      expect(await readdir(join(user.home, 'it'))).toContain('me-it-0.0.0.tgz');
    },
  );
});

it('an install of slime-contracts alone has at most 45 MB', TIMEOUT, async ({ signal }) => {
  const user = await shop.addUser();
  await shell(user, '.', 'npm init -y && npm install slime-contracts', signal);
  const size = await sizeOf(join(user.home, 'node_modules'));
  expect(size).toBeLessThanOrEqual(MAX_INSTALL);
  // The least that a run needs is there.
  await shell(user, '.', 'npx slime-contracts --list', signal);
});

it(
  'nothing is written over a folder that is in use, whoever starts it',
  TIMEOUT,
  async (context) => {
    const user = await shop.addUser();
    await mkdir(join(user.home, 'mine/src'), { recursive: true });
    const { code, stderr } = await runCommand(
      'npm',
      ['create', 'slime-env', 'mine', '--', '--yes'],
      {
        cwd: user.home,
        env: user.env,
        signal: context.signal,
      },
    );
    expect({ code, files: await readdir(join(user.home, 'mine')) }).toEqual({
      code: 2,
      files: ['src'],
    });
    expect(stderr).toContain('mine is not empty (src): nothing is overwritten');
  },
);
