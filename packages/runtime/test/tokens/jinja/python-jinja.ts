import { spawnSync } from 'node:child_process';

/** A rendering to compare: the template, and what it is given. */
export interface RenderCase {
  readonly template: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What Python's Jinja gave: text, or an error. */
export type PythonResult = { text: string } | { error: string };

const PYTHON = process.env['SLIME_PYTHON'] ?? 'python3';

/** Jinja set up as transformers does for chat templates. */
const PROGRAM = `
import json, sys
from jinja2 import nodes, pass_eval_context
from jinja2.exceptions import TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

class Generation(Extension):
    tags = {"generation"}
    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_run"), [], [], body).set_lineno(line)
    @pass_eval_context
    def _run(self, context, caller):
        return caller()

def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

def refuse(message):
    raise TemplateError(message)

env = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols])
env.filters["tojson"] = tojson
env.globals["raise_exception"] = refuse
templates = {}
results = []
for case in json.load(sys.stdin):
    source = case["template"]
    try:
        if source not in templates:
            templates[source] = env.from_string(source)
        results.append({"text": templates[source].render(**case["variables"])})
    except Exception as error:
        results.append({"error": f"{type(error).__name__}: {error}"})
json.dump(results, sys.stdout)
`;

/** Why Python's Jinja cannot be asked here; undefined when it can. */
export function pythonJinjaMissing(): string | undefined {
  const probe = spawnSync(PYTHON, ['-c', 'import jinja2'], { encoding: 'utf8' });
  if (probe.status === 0) return undefined;
  return `SLIME_PYTHON (default python3) has no jinja2: ${probe.error?.message ?? probe.stderr.trim().split('\n').at(-1)}`;
}

/** Renders all cases in one Python process. */
export function renderWithPython(cases: readonly RenderCase[]): PythonResult[] {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', PROGRAM], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  const results: PythonResult[] = JSON.parse(stdout);
  return results;
}
