import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A user's project in a temporary folder, with our packages installed. */
export interface Project {
  dir: string;
  remove(): Promise<void>;
}

/** Writes the files of a project; `rows.jsonl` and its like as lists of rows. */
export async function createProject(files: Record<string, string | object[]>): Promise<Project> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-project-'));
  const installed = fileURLToPath(new URL('../node_modules', import.meta.url));
  await symlink(installed, join(dir, 'node_modules'));
  await writeFile(join(dir, 'package.json'), '{"type":"module","private":true}');
  for (const [name, content] of Object.entries(files)) {
    const text =
      typeof content === 'string'
        ? content
        : content.map((row) => `${JSON.stringify(row)}\n`).join('');
    await writeFile(join(dir, name), text);
  }
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
