import type { Logger, RolloutArgs } from 'slime-sdk';
import type { EnvSession, HostedEnv } from '../plugins/plugin-host.ts';

/**
 * Warns once when an environment gives tools and no parser reads calls of them. An environment that
 * reads them itself is right to do so, so that it is no error.
 */
export function warnUnreadCalls(
  env: HostedEnv,
  args: Pick<RolloutArgs, 'sglang_tool_call_parser'>,
  log: Pick<Logger, 'warn'>,
): HostedEnv {
  if (args.sglang_tool_call_parser !== null) return env;
  let warned = false;
  const onReset = (tools: number): void => {
    if (warned || tools === 0) return;
    warned = true;
    log.warn(
      `the environment "${env.declaration.name}" gives tools and no parser reads their calls, so ` +
        'that context.calls is always empty: add --sglang-tool-call-parser, qwen25 for Qwen',
    );
  };
  return {
    declaration: env.declaration,
    open: async (context) => watchReset(await env.open(context), onReset),
  };
}

function watchReset(session: EnvSession, onReset: (tools: number) => void): EnvSession {
  return {
    get canSnapshot() {
      return session.canSnapshot;
    },
    reset: async (context) => {
      const result = await session.reset(context);
      onReset(result.tools?.length ?? 0);
      return result;
    },
    step: (responseText, context) => session.step(responseText, context),
    snapshot: () => session.snapshot(),
    restore: (snapshot) => session.restore(snapshot),
    metrics: () => session.metrics(),
    close: () => session.close(),
  };
}
