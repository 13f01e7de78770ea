import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type JobResult, runJob } from 'slime-runtime';
import { createRolloutArgs, type RolloutArgs, type Sample } from 'slime-sdk';
import { readSamples } from '../e2e/read-run.ts';

const ENV = `export const buildEnv = () => ({
  reset: () => ({}),
  step: (_text, { turn }) => ({ observation: { text: 'OBS' }, done: turn >= 1 }),
  formatObservation: ({ text }) => ({ role: 'user', content: text }),
  close() {},
});
`;

/** A run from files to files. */
export interface FileRun {
  rows: readonly Record<string, unknown>[];
  args: Partial<RolloutArgs>;
  /** Beside `env.ts` (two turns), `rm.ts` (always 1) and `policy.ts` (says `ok`). */
  files?: Readonly<Record<string, string>>;
}

/** Runs a job as the command line does, on its embedded engine; its folder is gone afterwards. */
export async function runFiles(
  run: FileRun,
): Promise<JobResult & { samples: Sample[]; log: string[] }> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-fault-'));
  const files: Record<string, string> = {
    'package.json': '{"type":"module"}',
    'env.ts': ENV,
    'rm.ts': 'export default () => 1;\n',
    'policy.ts': "export const policy = () => 'ok';\n",
    'rows.jsonl': run.rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    ...run.files,
  };
  const log: string[] = [];
  const keep = (message: string): void => void log.push(message);
  const paths = ['rollout_interaction_env_path', 'custom_rm_path'] as const;
  const args = createRolloutArgs({
    rollout_max_response_len: 256,
    apply_chat_template: true,
    ...run.args,
    prompt_data: join(dir, 'rows.jsonl'),
  });
  for (const key of paths) {
    const path = args[key];
    if (path?.startsWith('./') === true) args[key] = join(dir, path);
  }
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await writeFile(join(dir, name), text);
    }
    const result = await runJob({
      args,
      engine: { kind: 'embedded' },
      policy: { kind: 'module', spec: join(dir, 'policy.ts') },
      output: join(dir, 'run'),
      resume: false,
      signal: new AbortController().signal,
      log: { debug: keep, info: keep, warn: keep, error: keep },
      onStart: () => {},
      onGroup: () => {},
    });
    return { ...result, samples: await readSamples(join(dir, 'run')), log };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
