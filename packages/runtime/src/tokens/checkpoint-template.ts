import path from 'node:path';
import { EncoderError } from 'slime-sdk';
import { type ChatTemplate, compileChatTemplate } from './jinja/chat-template.ts';
import type { LocalTime } from './jinja/local-time.ts';

/** Where a checkpoint may have its templates. */
interface TemplateSources {
  jinja: string | undefined;
  toolJinja: string | undefined;
  config: string | { name: string; template: string }[] | undefined;
  file: string | undefined;
  /** The clock of `strftime_now`. */
  now?: (() => LocalTime) | undefined;
}

/**
 * Chooses and compiles the chat template of a checkpoint, as transformers does; undefined where it
 * has none.
 *
 * @throws EncoderError that names the file of a template that does not compile, or has no default.
 */
export function checkpointTemplate(
  folder: string,
  { jinja, toolJinja, config, file, now }: TemplateSources,
): ChatTemplate | undefined {
  if (jinja !== undefined) {
    return compileNamed(path.join(folder, 'chat_template.jinja'), jinja, toolJinja, now);
  }
  const name = `${path.join(folder, 'tokenizer_config.json')} (chat_template)`;
  if (typeof config === 'string') return compileNamed(name, config, toolJinja, now);
  if (config === undefined) {
    if (file === undefined) return undefined;
    return compileNamed(path.join(folder, 'chat_template.json'), file, toolJinja, now);
  }
  // Of two of one name the last counts, as in transformers.
  const byName = new Map(config.map((entry) => [entry.name, entry.template]));
  const chosen = byName.get('default');
  if (chosen === undefined) {
    const names = [...byName.keys()].join(', ');
    throw new EncoderError(`${name} has no template named default, only ${names}: name one so`);
  }
  return compileNamed(name, chosen, byName.get('tool_use'), now);
}

/** A template, and the one named `tool_use` that transformers takes where there are tools. */
function compileNamed(
  name: string,
  plain: string,
  toolUse: string | undefined,
  now: (() => LocalTime) | undefined,
): ChatTemplate {
  const template = compileChatTemplate(plain, name, now);
  if (toolUse === undefined) return template;
  const tooled = compileChatTemplate(toolUse, `${name} (tool_use)`, now);
  return {
    name,
    readsClock: template.readsClock || tooled.readsClock,
    render: (variables) =>
      (variables['tools'] ?? null) === null ? template.render(variables) : tooled.render(variables),
  };
}
