import type { Encoder, Logger, RolloutArgs } from 'slime-sdk';
import type { EnvSession, HostedEnv } from '../plugins/plugin-host.ts';

/** What decides whether an environment's tools are of use. */
export interface ToolSetting {
  args: Pick<RolloutArgs, 'sglang_tool_call_parser'>;
  template: Encoder['template'];
}

/**
 * Warns once when an environment gives tools which the chat template does not show, or whose calls
 * no parser reads. An environment that does either itself is right to do so, so that it is no error.
 */
export function warnOfTools(
  env: HostedEnv,
  setting: ToolSetting,
  log: Pick<Logger, 'warn'>,
): HostedEnv {
  const warnings = warningsOf(env.declaration.name, setting);
  if (warnings.length === 0) return env;
  let warned = false;
  const onReset = (tools: number): void => {
    if (warned || tools === 0) return;
    warned = true;
    for (const warning of warnings) log.warn(warning);
  };
  return {
    declaration: env.declaration,
    open: async (context) => watchReset(await env.open(context), onReset),
  };
}

function warningsOf(name: string, { args, template }: ToolSetting): string[] {
  const unread =
    `the environment "${name}" gives tools and no parser reads their calls, so ` +
    'that context.calls is always empty: add --sglang-tool-call-parser, qwen25 for Qwen';
  const unseen =
    `the environment "${name}" gives tools and the chat template ${template.name} does not print ` +
    'any, so that the policy never reads of them: describe them in the messages that reset returns';
  return [
    ...(args.sglang_tool_call_parser === null ? [unread] : []),
    ...(template.printsTools === false ? [unseen] : []),
  ];
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
