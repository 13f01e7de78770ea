import { join } from 'node:path';
import { runCommand } from './create-run.ts';

/** A Node.js to test on. */
export interface FoundNode {
  /** The program. */
  node: string;
  /** Why it cannot be had; null when it can. */
  missing: string | null;
}

/**
 * Brings a line of Node.js from the registry that this machine is set up with; `current` is the
 * one that runs.
 */
export async function findNode(
  line: string,
  folder: string,
  signal: AbortSignal,
): Promise<FoundNode> {
  if (line === 'current') return { node: process.execPath, missing: null };
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const { code, stderr } = await runCommand(
    'npm',
    ['install', '--ignore-scripts', '--no-save', '--prefix', folder, `${name}@${line}`],
    { cwd: folder, env: process.env, signal },
  );
  return {
    node: join(folder, 'node_modules', name, 'bin/node'),
    missing: code === 0 ? null : `no registry gives ${name}@${line}: ${codeOf(stderr)}`,
  };
}

/** npm's own code of what went wrong: its messages name hosts. */
function codeOf(stderr: string): string {
  return /npm error code (\w+)/.exec(stderr)?.[1] ?? 'npm did not say why';
}
