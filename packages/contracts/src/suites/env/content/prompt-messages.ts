import { readReset, ResultFault } from 'slime-runtime/hosting';
import type { ResetResult, ToolSpec } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type EpisodeStart, episodeStart } from '../episode-start.ts';
import { playEpisode } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { openingOf } from './conversation.ts';
import { showEpisode } from './episode-case.ts';
import { schemaFault } from './schema-fault.ts';
import { tryEncoder } from './template-attempt.ts';

/** What reset gives is a prompt that a turn can follow, with tools that can be called. */
export const promptMessages = property<EnvTarget, { start: EpisodeStart }>({
  id: 'env/prompt-messages',
  title: 'What reset gives is a prompt that the template renders, with tools that have a schema',
  why:
    'The prompt and the tools are the first thing the policy sees. Messages that the template ' +
    'refuses fail every episode; after a turn of the assistant it would answer itself, and a tool ' +
    'whose schema is none cannot be called.',
  fix:
    'Return { messages, tools } from reset: messages in the order system, user, with a user or tool ' +
    'message last; tools with names of their own and parameters { type: "object", properties }. ' +
    'defineTool writes such a schema.',
  source:
    'packages/sdk/src/env.ts (ResetResult); packages/runtime/src/rollout/interact.ts (openPrompt)',
  faults: [],
  requires: ['env/reset-result'],
  share: 0.1,
  inputs: ({ world }) => episodeStart(world).map((start) => ({ start })),
  show: showEpisode,
  async holds(target, { start }, trial) {
    const played = await playEpisode(target, trial, { start, turns: [], throws: 'record' });
    const given = played.reset === null ? null : readGiven(played.resetResult);
    if (given === null) return;
    for (const [at, tool] of (given.tools ?? []).entries()) checkTool(trial, tool, at);
    checkNames(trial, given.tools ?? []);
    const opening = openingOf(start, played);
    if (opening === null) {
      return trial.fail({
        expected: "messages, since the row's prompt is a number",
        got: given.messages,
        note: 'reset',
      });
    }
    const { messages, tools } = opening;
    const last = given.messages?.at(-1);
    if (last !== undefined && last.role !== 'user' && last.role !== 'tool') {
      trial.fail({
        expected: 'a message of the role user or tool, which the policy answers',
        got: last,
        note: 'the last message of reset',
      });
    }
    const isMessages = given.messages !== undefined || typeof start.sample.prompt === 'object';
    if (!isMessages || (given.messages === undefined && start.isMadeUp)) return;
    const encoder = await target.world.encoder();
    const rendered = await tryEncoder(() =>
      encoder.render(messages, { tools, addGenerationPrompt: true }),
    );
    if (rendered.ok) return;
    trial.fail({
      expected: `chat template ${encoder.template.name} renders the prompt`,
      got: rendered.reason,
      note: given.messages === undefined ? 'the messages of the row' : 'the messages of reset',
    });
  },
});

/** Null for another shape, which is the matter of env/reset-result. */
function readGiven(result: unknown): ResetResult | null {
  try {
    return readReset(result);
  } catch (error) {
    if (error instanceof ResultFault) return null;
    throw error;
  }
}

function checkTool(trial: Trial, { function: { name, parameters } }: ToolSpec, at: number): void {
  const fault = parameters === undefined ? null : schemaFault(parameters);
  if (fault === null) return;
  trial.fail({
    expected: 'a JSON schema of an object',
    got: fault,
    note: `tools[${at}], which is ${name}`,
  });
}

function checkNames(trial: Trial, tools: readonly ToolSpec[]): void {
  const names = tools.map((tool) => tool.function.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return;
  trial.fail({
    expected: 'a name of its own for each tool',
    got: names,
    note: `${twice} is there twice`,
  });
}
