import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const SCRIPT = fileURLToPath(new URL('tokenizer_oracle.py', import.meta.url));
const PYTHON = process.env['SLIME_PYTHON'] ?? 'python3';

const ids = z.array(z.int());

const encodedSchema = z.array(
  z.object({
    ids,
    added: ids,
    decoded: z.string(),
    offsets: z.array(z.tuple([z.int(), z.int()])).optional(),
    as_text: ids.optional(),
    skipped: z.string().optional(),
  }),
);

export type PythonEncoded = z.output<typeof encodedSchema>[number];

export type PythonLibrary = 'tokenizers' | 'transformers';

/** Why Python cannot be asked here; undefined when it can. */
export function pythonMissing(library: PythonLibrary): string | undefined {
  const probe = spawnSync(PYTHON, ['-c', `import ${library}`], { encoding: 'utf8' });
  if (probe.status === 0) return undefined;
  const reason = probe.error?.message ?? probe.stderr.trim().split('\n').at(-1);
  return `SLIME_PYTHON (default python3) has no ${library}: ${reason}`;
}

/** Encodes well-formed texts with the tokenizer of a checkpoint's folder, in one process. */
export function encodeWithPython(
  library: PythonLibrary,
  folder: string,
  texts: readonly string[],
): PythonEncoded[] {
  const { status, stdout, stderr } = spawnSync(PYTHON, [SCRIPT], {
    input: JSON.stringify({ library, folder, texts }),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(stderr);
  return encodedSchema.parse(JSON.parse(stdout));
}
