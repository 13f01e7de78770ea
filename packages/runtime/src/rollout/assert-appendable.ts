import { EncoderError, type RolloutArgs, type TemplateReport } from 'slime-sdk';

/**
 * Refuses a run of several turns whose chat template can append no observation at all.
 *
 * @throws EncoderError that names the template and what to do
 */
export function assertAppendable({ name, refuses = [] }: TemplateReport, args: RolloutArgs): void {
  if (args.max_turns === 1) return;
  if (!refuses.includes('user') || !refuses.includes('tool')) return;
  throw new EncoderError(
    `chat template ${name} can append neither a user nor a tool message behind a turn, so no ` +
      'episode can have a second one: set max_turns to 1, or put a template that prints them into ' +
      "the checkpoint's chat_template.jinja. `slime-runtime template` shows what it writes",
    { data: { template: name } },
  );
}
