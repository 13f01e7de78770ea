// Writes the databases, tasks and data sets of the small worlds into data, or into the folder that
// is named: the same every time. The policies (wiki.md) and rules stand there as they were written.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { airlineTasks } from './airline/tasks.mjs';
import { createAirline } from './airline/airline.mjs';
import { listJson, pythonJson, tableJson } from './python-json.mjs';
import { shopTasks } from './retail/tasks.mjs';
import { createShop } from './retail/shop.mjs';

const SPLITS = ['train', 'test'];

const folder = process.argv[2] ?? fileURLToPath(new URL('../data', import.meta.url));

function tasksOf(kinds, world) {
  return Object.entries(kinds).map(([annotator, kind]) => {
    const { who, wants, actions, outputs = [] } = kind(world);
    return {
      user_id: who.id,
      instruction: `${wants} ${world.people.manner()}`,
      actions,
      outputs: outputs.map(String),
      annotator,
    };
  });
}

/** A row as slime's data sets of tau-bench have it. */
function rowJson({ user_id, actions, instruction, outputs }, index) {
  return `${pythonJson({ index, metadata: { user_id, actions, instruction, outputs } })}\n`;
}

async function writeDomain(domain, world, kinds, tables) {
  await mkdir(join(folder, domain, 'db'), { recursive: true });
  for (const split of SPLITS) {
    const tasks = tasksOf(kinds, world);
    await writeFile(join(folder, domain, `tasks_${split}.json`), listJson(tasks));
    await writeFile(join(folder, `${domain}_${split}_tasks.jsonl`), tasks.map(rowJson).join(''));
  }
  for (const name of tables) {
    await writeFile(join(folder, domain, 'db', `${name}.json`), tableJson(world[name]));
  }
}

await writeDomain('retail', createShop(11), shopTasks, ['orders', 'products', 'users']);
await writeDomain('airline', createAirline(12), airlineTasks, ['flights', 'reservations', 'users']);
