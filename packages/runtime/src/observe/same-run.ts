import { ConfigError, type JsonObject, type JsonValue } from 'slime-sdk';
import { printExactJson } from './print-exact-json.ts';
import type { RunRecord } from './run-manifest.ts';

/** Arguments that a template may print, where `1.0` is not `1`. */
const PRINTED_ARGS: ReadonlySet<string> = new Set(['apply_chat_template_kwargs']);

/** Arguments that change how a run goes, not what its samples are. */
const FREE_ARGS: ReadonlySet<string> = new Set([
  'num_rollout',
  'global_batch_size',
  'sglang_router_ip',
  'sglang_router_port',
  'sglang_server_concurrency',
  'max_failure_share',
  'pass_reward',
  'domain_key',
  'isolation',
  // Its keys are arguments themselves.
  'custom_config_path',
]);

/**
 * Compares a run with what it should go on with.
 *
 * @throws ConfigError that names each argument, plugin and file that would change its samples.
 */
export function assertSameRun(dir: string, earlier: RunRecord, present: RunRecord): void {
  const [before, now] = [factsOf(earlier, present), factsOf(present, earlier)];
  const differing = [
    ...differences('', before.args, now.args).filter((line) => !FREE_ARGS.has(line.name)),
    ...differences('settings.', before.settings, now.settings),
    ...differences('plugin ', before.plugins, now.plugins),
    ...differences('data.', before.data, now.data),
  ];
  if (differing.length === 0) return;
  const lines = differing.map((item) => `  ${item.label}: ${item.before} then, ${item.now} now`);
  throw new ConfigError(
    `${dir} holds a run with other samples; --resume needs the same values:\n${lines.join('\n')}\n` +
      'Give the old values, or start a new run with another --output.',
    { data: { dir, keys: differing.map((item) => item.label) } },
  );
}

interface Difference {
  name: string;
  label: string;
  before: string;
  now: string;
}

function differences(prefix: string, before: JsonObject, now: JsonObject): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].flatMap((name) => {
    const text = PRINTED_ARGS.has(name) ? canonicalExact : canonical;
    const texts = [before[name], now[name]].map((value) => text(value ?? null));
    const [was = '', is = ''] = texts;
    return was === is ? [] : [{ name, label: `${prefix}${name}`, before: was, now: is }];
  });
}

/** JSON with sorted keys, so that their order makes no difference. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** The same with numbers as they were written. */
function canonicalExact(value: JsonValue): string {
  return printExactJson(value, { indent: null, isSorted: true });
}

/** What decides the samples of a run. */
interface RunFacts {
  args: JsonObject;
  settings: JsonObject;
  plugins: JsonObject;
  data: JsonObject;
}

/**
 * Reads a run's facts to be compared with those of another. Where a file lies and how its path is
 * spelled makes no difference, what is in it does: a path is its hash where both runs have it.
 */
function factsOf(run: RunRecord, other: RunRecord): RunFacts {
  const theirs = new Set(contentsOf(other).values());
  const shared = new Map([...contentsOf(run)].filter(([, content]) => theirs.has(content)));
  const { settings, data } = run;
  return {
    args: Object.fromEntries(
      Object.entries(run.args).map(([name, value]) => [
        name,
        (typeof value === 'string' ? shared.get(value) : undefined) ?? value,
      ]),
    ),
    settings: Object.fromEntries(
      Object.entries(settings).map(([name, value]) => {
        const content = contentOf(value);
        const isSame = content !== null && content === contentOf(other.settings[name]);
        return [name, isSame ? content : value];
      }),
    ),
    plugins: Object.fromEntries(
      run.plugins.flatMap(({ spec, sha256 }) => (shared.has(spec) ? [] : [[spec, sha256]])),
    ),
    data: data === null ? {} : { sha256: data.sha256, rows: data.rows },
  };
}

/** Contents by the paths that arguments name: plugins, data, checkpoint, chat template. */
function contentsOf({ args, settings, plugins, data }: RunRecord): Map<string, string> {
  const contents = new Map(
    plugins.map(({ spec, sha256 }) => [spec, `${sha256}${/#.*$/.exec(spec)?.[0] ?? ''}`]),
  );
  const rows = args['prompt_data'];
  if (typeof rows === 'string' && data !== null) {
    contents.set(rows, `${data.sha256}${/@\[.*\]$/.exec(rows)?.[0] ?? ''}`);
  }
  const named = [
    ['hf_checkpoint', 'checkpoint'],
    ['chat_template', 'chat_template'],
  ] as const;
  for (const [argument, setting] of named) {
    const [place, content] = [args[argument], contentOf(settings[setting])];
    if (typeof place === 'string' && content !== null) contents.set(place, content);
  }
  return contents;
}

/** A setting that is a file or folder with its hash, without its path; null for any other. */
function contentOf(value: JsonValue | undefined): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { sha256, spec, file: _file, folder: _folder, ...rest } = value;
  if (typeof sha256 !== 'string') return null;
  const exported = typeof spec === 'string' ? (/#.*$/.exec(spec)?.[0] ?? '') : '';
  return `${canonical(rest)} ${sha256}${exported}`;
}
