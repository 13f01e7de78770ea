import { spawnSync } from 'node:child_process';

/** A rendering to compare: the template, and what it is given. */
export interface RenderCase {
  readonly template: string;
  /** The variables as JSON text, which both sides read for themselves. */
  readonly json: string;
}

/** What Python's Jinja gave: text, or an error. */
export type PythonResult = { text: string } | { error: string };

const PYTHON = process.env['SLIME_PYTHON'] ?? 'python3';

/** Jinja set up as transformers does for chat templates; transformers itself where it is asked. */
const PROGRAM = `
import datetime, json, sys
from jinja2 import nodes, pass_eval_context
from jinja2.exceptions import SecurityError, TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace

sys.set_int_max_str_digits(4300)
NOW = datetime.datetime(2026, 1, 5, 9, 7, 3, 250000)

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

def raise_exception(message):
    raise TemplateError(message)

def strftime_now(format):
    return NOW.strftime(format)

class Dict:
    def __call__(self, *args, **kwargs):
        return dict(*args, **kwargs)
    def fromkeys(self, *args, **kwargs):
        return dict.fromkeys(*args, **kwargs)

class SafeNamespace(Namespace):
    def __init__(*args, **kwargs):
        self, args = args[0], args[1:]
        values = dict(*args, **kwargs)
        for name in values:
            SafeNamespace._check(name)
        Namespace.__init__(self, values)
    def __setitem__(self, name, value):
        SafeNamespace._check(name)
        Namespace.__setitem__(self, name, value)
    @staticmethod
    def _check(name):
        if isinstance(name, str) and name.startswith("_"):
            raise SecurityError(name)
    def __repr__(self):
        return Namespace.__repr__(self)

env = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols])
env.filters["tojson"] = tojson
env.globals.update(raise_exception=raise_exception, strftime_now=strftime_now, dict=Dict(), namespace=SafeNamespace)

compile_template = env.from_string
if "transformers" in sys.argv:
    from transformers.utils import chat_template_utils
    def compile_template(source):
        template = chat_template_utils._compile_jinja_template(source)
        template.globals["strftime_now"] = strftime_now
        return template

templates = {}
results = []
for case in json.load(sys.stdin):
    source = case["template"]
    try:
        if source not in templates:
            templates[source] = compile_template(source)
        results.append({"text": templates[source].render(**json.loads(case["json"]))})
    except Exception as error:
        results.append({"error": f"{type(error).__name__}: {error}"})
json.dump(results, sys.stdout)
`;

/** Why Python's Jinja, or another module, cannot be asked here; undefined when it can. */
export function pythonMissing(module: 'jinja2' | 'transformers' = 'jinja2'): string | undefined {
  const probe = spawnSync(PYTHON, ['-c', `import ${module}`], { encoding: 'utf8' });
  if (probe.status === 0) return undefined;
  return `SLIME_PYTHON (default python3) has no ${module}: ${probe.error?.message ?? probe.stderr.trim().split('\n').at(-1)}`;
}

/** The clock of all renderings here. */
export const NOW = new Date(2026, 0, 5, 9, 7, 3, 250);

/** As many as one process is given: their text must fit one string. */
const BATCH = 4000;

/** Renders the cases in Python. */
export function renderWithPython(
  cases: readonly RenderCase[],
  by: 'jinja2' | 'transformers' = 'jinja2',
): PythonResult[] {
  const results: PythonResult[] = [];
  for (let from = 0; from < cases.length; from += BATCH) {
    for (const result of renderBatch(cases.slice(from, from + BATCH), by)) results.push(result);
  }
  return results;
}

function renderBatch(cases: readonly RenderCase[], by: 'jinja2' | 'transformers'): PythonResult[] {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', PROGRAM, by], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
    timeout: 300_000,
  });
  if (status !== 0) throw new Error(stderr);
  const results: PythonResult[] = JSON.parse(stdout);
  return results;
}
