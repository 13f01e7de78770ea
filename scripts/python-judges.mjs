// Prints the path of a Python that has what the tests judge by (tests/parity/requirements.txt): the
// one that SLIME_PYTHON names, else one of our own under node_modules/.cache, made when it is not
// there. Prints nothing where it cannot be made, and says why: those tests are then skipped.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const list = at('../tests/parity/requirements.txt');

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 300_000,
  });
  if (status === 0) return;
  throw new Error((error?.message ?? stderr).trim().split('\n').at(-1));
}

function make() {
  const hash = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 12);
  const folder = at(`../node_modules/.cache/python-${hash}`);
  const python = `${folder}/bin/python`;
  if (existsSync(python)) return python;
  // Whole or not at all: one that was interrupted is made anew.
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  run('python3', ['-m', 'venv', draft]);
  run(`${draft}/bin/python`, ['-m', 'pip', 'install', '--quiet', '--requirement', list]);
  renameSync(draft, folder);
  return python;
}

try {
  console.log(process.env.SLIME_PYTHON ?? make());
} catch (error) {
  console.error(`no Python to judge by: ${error.message}`);
}
