import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const reportSchema = z.object({
  versions: z.string(),
  compared: z.int(),
  differing: z.array(z.tuple([z.int(), z.string()])),
});

const versionSchema = z.object({ pil: z.int() });

function python(args: string[], input: string) {
  return spawnSync(process.env['SLIME_PYTHON'] ?? 'python3', args, {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
}

/** The `--picture-backend` of the PIL that is here, or why there is none to compare with. */
export function pictureBackend(): { backend: string } | { missing: string } {
  const program =
    'import json, numpy, PIL; print(json.dumps({"pil": int(PIL.__version__.split(".")[0])}))';
  const { status, stdout, stderr, error } = python(['-c', program], '');
  if (status !== 0) {
    const reason = error ?? stderr.trim().split('\n').at(-1);
    return { missing: `SLIME_PYTHON (default python3) has no PIL and numpy: ${reason}` };
  }
  return { backend: versionSchema.parse(JSON.parse(stdout)).pil < 13 ? 'pil' : 'pil13' };
}

/** The Python that the runtime's README shows to readers of tensors. */
function readmeReader(): string {
  const readme = readFileSync(new URL('../../packages/runtime/README.md', import.meta.url), 'utf8');
  const [, code] = /```python\n([^]*?)```/.exec(readme) ?? [];
  if (code === undefined) throw new Error('packages/runtime/README.md shows no Python');
  return code;
}

/** Compares the tensors of every `every`th sample of a run with those that PIL and numpy make. */
export function judgeTrainInputs(asked: {
  run: string;
  base: string;
  every: number;
  config: Record<string, unknown>;
}): z.output<typeof reportSchema> {
  const script = fileURLToPath(new URL('train_inputs_judge.py', import.meta.url));
  const helpers = fileURLToPath(new URL('../../packages/runtime/test/vision', import.meta.url));
  const { status, stdout, stderr } = python(
    [script],
    JSON.stringify({ ...asked, helpers, reader: readmeReader() }),
  );
  if (status !== 0) throw new Error(`train_inputs_judge.py failed: ${stderr}`);
  return reportSchema.parse(JSON.parse(stdout));
}
