import { describe, expect, it } from 'vitest';
import { loadEncoder } from '../../src/tokens/index.ts';
import { runCli } from '../cli/run-cli.ts';
import { folderWith } from './checkpoint-folder.ts';
import { smallTokenizer } from './small-tokenizer.ts';

const added = [{ content: '<s>' }, { content: '</s>' }];
const plain = smallTokenizer({ added });
/** Behind one id a byte. */
const START_ID = 256;
const adding = smallTokenizer({
  added,
  postProcessor: {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
    pair: [],
    special_tokens: { '<s>': { id: '<s>', ids: [START_ID], tokens: ['<s>'] } },
  },
});

const TURNS = '{% for m in messages %}{{ m.content }}</s>{% endfor %}';

async function warnings(
  tokenizer: object,
  config: object,
  template: string,
  chatTemplate: string | null = null,
): Promise<string[]> {
  const checkpoint = await folderWith({
    'tokenizer.json': tokenizer,
    'tokenizer_config.json': { eos_token: '</s>', bos_token: '<s>', ...config },
    'chat_template.jinja': template,
  });
  const told: string[] = [];
  await loadEncoder({ checkpoint, chatTemplate, warn: (message) => told.push(message) });
  return told;
}

describe('a prompt that does not begin as texts of its tokenizer do', () => {
  const lack = [expect.stringContaining('does not begin a prompt with <s>')];

  it('is warned of where the post-processor adds a token, and where the configuration does', async () => {
    expect(await warnings(adding, {}, TURNS)).toEqual(lack);
    expect(await warnings(plain, { add_bos_token: true }, TURNS)).toEqual(lack);
  });

  it('is warned of with a template given in the place of one that begins so', async () => {
    const folder = await folderWith({ 'given.jinja': TURNS });
    const given = `${folder}/given.jinja`;
    expect(await warnings(adding, {}, `{{ bos_token }}${TURNS}`, given)).toEqual(lack);
  });

  it.each([
    ['a template that writes it', adding, {}, `{{ bos_token }}${TURNS}`],
    ['a tokenizer that adds none', plain, {}, TURNS],
    ['a configuration that takes it away', adding, { add_bos_token: false }, TURNS],
    ['a template that writes nothing', adding, {}, ''],
  ])('is not warned of for %s', async (_what, tokenizer, config, template) => {
    expect(await warnings(tokenizer, config, template)).toEqual([]);
  });

  it('is shown with the other facts of the template', async () => {
    const checkpoint = await folderWith({
      'tokenizer.json': adding,
      'tokenizer_config.json': { eos_token: '</s>', bos_token: '<s>' },
      'chat_template.jinja': TURNS,
    });
    const { stdout } = await runCli('template', '--hf-checkpoint', checkpoint);
    expect(stdout).toContain('lack <s> at their start');
    const json = await runCli('template', '--json', '--hf-checkpoint', checkpoint);
    expect(JSON.parse(json.stdout)).toMatchObject({ missing_start: '<s>' });
  });
});
