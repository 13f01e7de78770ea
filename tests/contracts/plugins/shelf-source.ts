import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ConfigError,
  createSample,
  type DataSource,
  type JsonValue,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { z } from 'zod';

const rowSchema = z.record(z.string(), z.json());
const configSchema = z.object({ save: z.string().nullable().default(null) });
const stateSchema = z.object({ next: z.int(), returned: z.array(z.array(z.json())) });

/** Rows of a file over and over, in file order; groups that come back are given out first. */
class ShelfSource implements DataSource {
  readonly #args: RolloutArgs;
  readonly #rows: Record<string, JsonValue>[];
  #returned: Sample[][] = [];
  #next = 0;

  constructor(args: RolloutArgs) {
    if (args.prompt_data === null) throw new ConfigError('the shelf is empty: name --prompt-data');
    this.#args = args;
    this.#rows = readFileSync(args.prompt_data, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => rowSchema.parse(JSON.parse(line)));
  }

  get length(): number {
    return this.#rows.length;
  }

  getSamples(count: number): Sample[][] {
    const groups = this.#returned.splice(0, count);
    while (groups.length < count) groups.push(this.#group(this.#next++));
    return groups;
  }

  addSamples(groups: Sample[][]): void {
    this.#returned.push(...groups);
  }

  async save(rolloutId: number): Promise<void> {
    const file = this.#stateFile(rolloutId);
    if (file === null) return;
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, JSON.stringify({ next: this.#next, returned: this.#returned }));
  }

  async load(rolloutId: number): Promise<void> {
    const file = this.#stateFile(rolloutId);
    if (file === null) return;
    const { next, returned } = stateSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    this.#next = next;
    this.#returned = returned as unknown as Sample[][];
  }

  #group(at: number): Sample[] {
    const { input_key, label_key, n_samples_per_prompt: size } = this.#args;
    const row = this.#rows[at % this.#rows.length] ?? {};
    return Array.from({ length: size }, (_, member) =>
      createSample({
        prompt: [{ role: 'user', content: String(row[input_key]) }],
        label: label_key === null ? null : (row[label_key] ?? null),
        group_index: at,
        index: at * size + member,
      }),
    );
  }

  #stateFile(rolloutId: number): string | null {
    const { save } = configSchema.parse(this.#args);
    // A run that starts anew asks for what was before its first rollout.
    return save === null || rolloutId < 0 ? null : join(save, `shelf-${rolloutId}.json`);
  }
}

/** Builds the source of a run. */
export function createDataSource(args: RolloutArgs): DataSource {
  return new ShelfSource(args);
}
