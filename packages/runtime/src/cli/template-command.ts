import { Command } from 'commander';
import { ConfigError, EncoderError, type JsonObject } from 'slime-sdk';
import { loadChatEncoder } from '../tokens/index.ts';
import { addArgsOptions, readArgsFlags } from './args-options.ts';
import { type CliContext, writeLine } from './cli-context.ts';
import { loadRolloutArgs } from './load-args.ts';
import { templateFacts } from './template-facts.ts';
import { templateLines } from './template-lines.ts';

const HELP = `
For each kind of observation: what the template writes behind a turn, what that depends on, and
the first text that a full rendering of the conversation writes otherwise than it was sampled.
Where it does, a run keeps what was sampled.

Exit code 1 when no prompt can be rendered, so that no episode has a turn, and when no observation can
be appended, so that an episode has one turn at most.`;

/** `slime-runtime template`: what a checkpoint's chat template does to a growing conversation. */
export function templateCommand(context: CliContext): Command {
  const command = new Command('template')
    .description('Show what a chat template does to a conversation that grows')
    .option('--json', 'print it as JSON')
    .addHelpText('after', HELP);
  addArgsOptions(command, ['hf_checkpoint', 'chat_template', 'apply_chat_template_kwargs']);
  return command.action(async (options: { json?: true }) => {
    await show(readArgsFlags(command), options.json === true, context);
  });
}

async function show(flags: JsonObject, isJson: boolean, context: CliContext): Promise<void> {
  const args = await loadRolloutArgs({ flags, customConfigPath: null });
  const { hf_checkpoint: checkpoint, chat_template: chatTemplate } = args;
  const { apply_chat_template_kwargs: templateKwargs } = args;
  if (checkpoint === null) {
    throw new ConfigError(
      'whose template? name a folder that holds a tokenizer.json with --hf-checkpoint',
    );
  }
  const encoder = await loadChatEncoder({ checkpoint, chatTemplate, templateKwargs });
  if (encoder.conversation === undefined) {
    throw new EncoderError(
      `${checkpoint} has no chat template: put its chat_template.jinja beside its tokenizer.json`,
    );
  }
  const facts = await templateFacts(encoder, encoder.conversation);
  const lines = isJson ? [JSON.stringify(facts, null, 2)] : templateLines(facts);
  for (const line of lines) await writeLine(context.stdout, line);
  const isShort =
    facts.prompt_refusal !== null || facts.observations.every(({ appended }) => !appended);
  if (isShort) context.exitCode = 1;
}
