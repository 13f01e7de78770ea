// `npm run mutate`: mutants of the geometry environment and its reward, with the contracts as the
// only test; with `-- --own-laws` those that the package itself adds, too. Prints the share that was
// killed and every survivor as JSON. Needs `npm run build`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const STRYKER = '@stryker-mutator/core@9.6.1';
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = at('../packages/env-geo3k');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).slime.args;
const dir = mkdtempSync(join(tmpdir(), 'slime-mutate-'));
const report = join(dir, 'mutation.json');

const flags = Object.entries(manifest).flatMap(([key, value]) => {
  const flag = `--${key.replaceAll('_', '-')}`;
  if (value === true) return [flag];
  return [flag, typeof value === 'object' ? `'${JSON.stringify(value)}'` : String(value)];
});
const command = [
  `"${process.execPath}" "${at('../packages/contracts/bin/slime-contracts.js')}"`,
  "--rollout-interaction-env-path './src/geo3k-env.ts#geo3kEnv'",
  "--custom-rm-path './src/geo3k-reward.ts#geo3kReward'",
  '--prompt-data ./data/rows.jsonl --runs 300 --seed 1 --timeout 2',
  ...(process.argv.includes('--own-laws') ? ['--laws ./test/laws.ts'] : []),
  ...flags,
].join(' ');

try {
  const config = join(dir, 'stryker.config.json');
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'command',
      commandRunner: { command },
      mutate: ['src/geo3k-env.ts', 'src/calc-score.ts', 'src/geo3k-reward.ts'],
      reporters: ['json', 'clear-text'],
      jsonReporter: { fileName: report },
      tempDirName: join(folder, '.stryker-tmp'),
      concurrency: 2,
      timeoutMS: 60_000,
      // The bundler finds the one of the package, further up; a copy would extend nothing.
      ignorePatterns: ['tsconfig*.json'],
      tsconfigFile: 'none.json',
    }),
  );
  const { status } = spawnSync('npx', ['--yes', '-p', STRYKER, 'stryker', 'run', config], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
  const mutants = Object.entries(JSON.parse(readFileSync(report, 'utf8')).files).flatMap(
    ([file, { mutants: list, source }]) => list.map((mutant) => ({ file, source, ...mutant })),
  );
  const counts = {};
  for (const { status: outcome } of mutants) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const killed = (counts.Killed ?? 0) + (counts.Timeout ?? 0);
  const survivors = mutants
    .filter(({ status: outcome }) => outcome === 'Survived' || outcome === 'NoCoverage')
    .map(({ file, location, mutatorName, replacement, source }) => ({
      place: `${file}:${location.start.line}`,
      mutator: mutatorName,
      line: source.split('\n')[location.start.line - 1].trim(),
      replacement,
    }));
  const share = Math.round((1000 * killed) / (killed + survivors.length)) / 10;
  console.log(JSON.stringify({ killedPercent: share, counts, survivors }, null, 2));
} finally {
  rmSync(dir, { recursive: true, force: true });
  rmSync(join(folder, '.stryker-tmp'), { recursive: true, force: true });
}
