import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { DOMAINS, loadTauData } from '../../src/index.ts';
import { runPython } from '../run-python.ts';

const shipped = fileURLToPath(new URL('../../data', import.meta.url));

/** Writes a module of tasks as the benchmark has them, all values by Python's own repr. */
const WRITER = `
import json, sys
for line in sys.stdin:
    name, tasks = json.loads(line)
    print(json.dumps("\\n".join([
        "from tau_bench.types import Task, Action", "", name + " = [",
        *("    Task(annotator=%r, user_id=%r,\\n        instruction=%r,\\n        actions=[%s],\\n        outputs=%r,)," % (
            task["annotator"], task["user_id"], task["instruction"],
            ", ".join("Action(name=%r, kwargs=%r)" % (one["name"], one["kwargs"]) for one in task["actions"]),
            task["outputs"]) for task in tasks),
        "]", ""])))
`;

/** Runs a module of tasks as slime's script does, and prints the rows that come of it. */
const MOCK = `
import json, sys
class Task(dict):
    def __init__(self, user_id, actions, instruction, outputs, annotator=None):
        super().__init__(user_id=user_id, actions=actions, instruction=instruction, outputs=outputs)
class Action(dict):
    def __init__(self, name, kwargs):
        super().__init__(name=name, kwargs=kwargs)
for line in sys.stdin:
    scope = {"Task": Task, "Action": Action}
    exec(json.loads(line).split("\\n", 1)[1], scope)
    (tasks,) = [value for name, value in scope.items() if name.startswith("TASKS")]
    print(json.dumps("".join(json.dumps({"index": i, "metadata": task}) + "\\n" for i, task in enumerate(tasks))))
`;

/** A tool as the benchmark defines it: code, and a schema that is one literal. */
const TOOL = `import json
from typing import Any, Dict

from tau_bench.envs.tool import Tool


class Think(Tool):
    @staticmethod
    def invoke(data: Dict[str, Any], thought: str) -> str:
        return f"{thought!r}" if data["orders"] != {} else ""

    @staticmethod
    def get_info() -> Dict[str, Any]:
        """What it is."""
        return {
            "type": "function",
            "function": {
                "name": "think",
                "description": (
                    "A place "
                    'to think in.'
                ),
                "parameters": {
                    "type": "object",
                    "properties": {"thought": {"type": "string"}},
                    "required": ["thought"],
                },
            },
        }
`;

/** What {@link TOOL} gives. */
export const TOOL_SPEC = {
  type: 'function',
  function: {
    name: 'think',
    description: 'A place to think in.',
    parameters: {
      type: 'object',
      properties: { thought: { type: 'string' } },
      required: ['thought'],
    },
  },
};

/** A folder of the test's own. */
export async function makeFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slime-tau-import-'));
  context.onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A folder of JSON files: the small worlds that ship. */
export async function makeJsonFolder(context: TestContext): Promise<string> {
  const folder = join(await makeFolder(context), 'json');
  await cp(shipped, folder, { recursive: true });
  return folder;
}

/** The modules of tasks, and the rows that slime's script makes of each: by domain and split. */
interface Sources {
  readonly modules: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, string>;
}

let known: Sources | undefined;

async function writeSources(context: TestContext): Promise<Sources> {
  const [names, lines]: [string[], string[]] = [[], []];
  for (const domain of DOMAINS) {
    for (const split of (await loadTauData(domain, undefined)).tasks.keys()) {
      const text = await readFile(join(shipped, domain, `tasks_${split}.json`), 'utf8');
      names.push(`${domain} ${split}`);
      lines.push(`["TASKS_${split.toUpperCase()}", ${text.replaceAll('\n', ' ')}]`);
    }
  }
  const modules = runPython(context, WRITER, lines);
  const rows = runPython(context, MOCK, modules);
  const byName = (texts: readonly string[]) =>
    new Map(names.map((name, at) => [name, readText(texts[at])]));
  return { modules: byName(modules), rows: byName(rows) };
}

/**
 * A checkout with the small worlds in place of the benchmark's; skips the test without Python.
 *
 * @returns Its folder, and the data sets that slime's script makes of it, by file.
 */
export async function makeCheckout(context: TestContext) {
  known ??= await writeSources(context);
  const root = await makeFolder(context);
  for (const domain of DOMAINS) {
    const folder = join(root, 'tau_bench', 'envs', domain);
    await mkdir(join(folder, 'tools'), { recursive: true });
    await cp(join(shipped, domain, 'db'), join(folder, 'data'), { recursive: true });
    await cp(join(shipped, domain, 'wiki.md'), join(folder, 'wiki.md'));
    await writeFile(join(folder, 'rules.py'), `RULES = [\n    "It's one.",\n]\n`);
    await writeFile(join(folder, 'wiki.py'), 'with open("wiki.md") as f:\n    WIKI = f.read()\n');
    await writeFile(
      join(folder, 'tools', '__init__.py'),
      'from .think import Think\n\nALL_TOOLS = [\n    Think,\n]\n',
    );
    await writeFile(join(folder, 'tools', 'think.py'), TOOL);
  }
  for (const [name, text] of known.modules) {
    const [domain = '', split = ''] = name.split(' ');
    await writeFile(join(root, 'tau_bench', 'envs', domain, `tasks_${split}.py`), text);
  }
  const rows = [...known.rows].map(
    ([name, text]) => [`${name.replace(' ', '_')}_tasks.jsonl`, text] as const,
  );
  return { root, rows: new Map(rows) };
}

function readText(line = ''): string {
  const text: string = JSON.parse(line);
  return text;
}
