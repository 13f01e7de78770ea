import { Worker } from 'node:worker_threads';
import { exactForms, type Logger, restoreExactForms } from 'slime-sdk';
import { AbandonedCalls } from './abandoned-calls.ts';
import type { CallMonitor } from './call-monitor.ts';
import type { CalledPlugin } from './call-plugin.ts';
import type { ChildRequest, FromChild, ToChild } from './child-protocol.ts';
import { describeThrown, originOf } from './describe-thrown.ts';
import { InlineEnv } from './inline-env.ts';
import { InlineReward } from './inline-reward.ts';
import { ModuleCache } from './module-cache.ts';
import { keysOf, readPluginConfig } from './plugin-config.ts';
import type { EnvSession } from './plugin-host.ts';
import { readEnv } from './read-env.ts';
import { readReward } from './read-reward.ts';
import { encodeError } from './wire-error.ts';

// The program of a supervised child: an inline host whose calls come over the IPC channel, one
// live episode at a time. Arguments: the file of lifeline-worker.ts, what it is told as JSON.

const channel = process.send?.bind(process);
if (channel === undefined) throw new Error('this program is started by slime-runtime only');
// The channel is ours: a plugin that uses it would be taken for us.
delete process.send;

function send(message: FromChild, sent: () => void = () => {}): void {
  channel?.(message, sent);
}

const [, , lifelineFile = '', lifeline = ''] = process.argv;
new Worker(lifelineFile, {
  name: 'slime-lifeline',
  workerData: JSON.parse(lifeline),
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 16 },
}).unref();

const modules = new ModuleCache();
const envs = new Map<number, InlineEnv>();
const rewards = new Map<number, InlineReward>();
const abandoned = new AbandonedCalls(leaveWhenIdle);
let session: EnvSession | null = null;
let aborting = new AbortController();
let asked: string | null = null;
let underWay = 0;
let isLeaving = false;

const log: Logger = {
  debug: (message) => send({ type: 'log', level: 'debug', message }),
  info: (message) => send({ type: 'log', level: 'info', message }),
  warn: (message) => send({ type: 'log', level: 'warn', message }),
  error: (message) => send({ type: 'log', level: 'error', message }),
};

/** Tells the parent, whose clock runs, of a call that its request did not name. */
const monitor: CallMonitor = {
  begin(_plugin, { where, turn }) {
    underWay += 1;
    if (where !== asked) send({ type: 'call', where, turn });
    return 0;
  },
  returned() {},
  end() {
    underWay -= 1;
    leaveWhenIdle();
  },
};

/** After the parent let go: what was abandoned may finish, so that a late env is closed. */
function leaveWhenIdle(): void {
  if (isLeaving && underWay === 0 && abandoned.pending === 0) process.exit();
}

process.on('disconnect', () => {
  isLeaving = true;
  leaveWhenIdle();
});

process.on('uncaughtException', (thrown) => {
  const origin = originOf(thrown);
  const reason = `${describeThrown(thrown)} outside of its calls${origin === null ? '' : ` (${origin})`}`;
  send({ type: 'crash', reason }, () => process.exit(1));
});

process.on('message', (message: ToChild) => {
  if ('abort' in message) aborting.abort(new Error(message.abort));
  else {
    restoreExactForms(message.request, message.forms);
    void reply(message.id, message.request);
  }
});

async function reply(id: number, request: ChildRequest): Promise<void> {
  try {
    const value = await run(request);
    send({ type: 'reply', id, value, forms: exactForms(value), dirty: abandoned.total > 0 });
  } catch (error) {
    send({ type: 'reply', id, error: encodeError(error), dirty: abandoned.total > 0 });
  }
}

async function run(request: ChildRequest): Promise<unknown> {
  asked = CALLED_BY[request.op];
  switch (request.op) {
    case 'load':
      return load(request);
    case 'open':
      aborting = new AbortController();
      session = await known(envs, request.key).open({ ...request, signal: aborting.signal });
      return { canSnapshot: session.canSnapshot };
    case 'score':
      aborting = new AbortController();
      return known(rewards, request.key).score({ ...request, signal: aborting.signal });
    case 'reset':
      return live().reset(request.context);
    case 'step':
      return live().step(request.responseText, request.context);
    case 'snapshot':
      return live().snapshot();
    case 'restore':
      return live().restore(request.snapshot);
    case 'metrics':
      return live().metrics();
    case 'close': {
      const error = await live().close();
      session = null;
      if (error !== null) throw error;
      return null;
    }
  }
}

/** The call of the plugin that each request starts with. */
const CALLED_BY: Readonly<Record<ChildRequest['op'], string | null>> = {
  load: null,
  open: 'buildEnv',
  score: 'reward',
  reset: 'reset',
  step: 'step',
  snapshot: 'snapshot',
  restore: 'restore',
  metrics: 'metrics',
  close: 'close',
};

async function load(request: Extract<ChildRequest, { op: 'load' }>): Promise<unknown> {
  const { plugin, args, seconds, importId } = request;
  const exports = await modules.run(plugin.prepared, seconds, importId);
  const module = { ...plugin.resolved, exports };
  if (plugin.kind === 'env') {
    const env = readEnv(module);
    const name = `env "${env.declaration.name}"`;
    readPluginConfig(env.config, args, name);
    envs.set(plugin.key, new InlineEnv(env, called(name, args.env_step_timeout)));
    return { declaration: env.declaration, keys: keysOf(env.config) };
  }
  const reward = readReward(module, plugin.kind);
  const name = `reward "${plugin.resolved.spec}"`;
  readPluginConfig(reward.config, args, name);
  rewards.set(plugin.key, new InlineReward(reward, called(name, args.reward_timeout)));
  return { declaration: reward.declaration, keys: keysOf(reward.config) };
}

function called(name: string, seconds: number): CalledPlugin {
  return { name, seconds, log, monitor, abandoned };
}

function known<T>(plugins: ReadonlyMap<number, T>, key: number): T {
  const plugin = plugins.get(key);
  if (plugin === undefined) throw new Error(`plugin ${key} is not loaded in this process`);
  return plugin;
}

function live(): EnvSession {
  if (session === null) throw new Error('no episode is open in this process');
  return session;
}

send({ type: 'ready' });
