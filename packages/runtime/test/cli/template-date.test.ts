import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { builtinEncoder, loadEncoder } from '../../src/tokens/index.ts';
import { checkpointWith, folderWith } from '../tokens/checkpoint-folder.ts';
import { QWEN25_SHAPE } from '../tokens/templates/qwen2.5-shape.ts';
import { runCli } from './run-cli.ts';

/** As Llama 3.2's: a date where no variable gives one. */
const DATED =
  "{% macro today() %}{% if strftime_now is defined %}{{ strftime_now('%d %b %Y %H:%M:%S.%f') }}{% endif %}{% endmacro %}" +
  "{{ '<|im_start|>' + today() }}{% for m in messages %}{{ m.content }}{% endfor %}";

const CLOCK = new Date(2026, 0, 5, 23, 59, 59, 987);
const DATE = '05 Jan 2026 23:59:59';

afterEach(() => {
  vi.useRealTimers();
});

async function project(template: string) {
  const folder = await folderWith({
    'rows.jsonl': '{"input": "a question"}\n',
    'rm.mjs': 'export default () => 1;\n',
  });
  const checkpoint = await checkpointWith(template);
  const run = path.join(folder, 'run');
  const rollout = (size: string, ...flags: string[]) =>
    runCli(
      'rollout',
      '--apply-chat-template',
      '--hf-checkpoint',
      checkpoint,
      '--output',
      run,
      '--prompt-data',
      path.join(folder, 'rows.jsonl'),
      '--rollout-batch-size',
      '1',
      '--custom-rm-path',
      path.join(folder, 'rm.mjs'),
      '--rollout-max-response-len',
      '4',
      '--num-rollout',
      size,
      ...flags,
    );
  const read = async (name: string) => readFile(path.join(run, name), 'utf8');
  return { run, rollout, read };
}

describe('the date of a chat template', () => {
  it('is one through a run, also where --resume goes on with it another day', async () => {
    const { run, rollout, read } = await project(DATED);
    vi.useFakeTimers({ now: CLOCK, toFake: ['Date'] });
    expect(await rollout('1')).toMatchObject({ code: 0 });
    const written: unknown = JSON.parse(await read('run.json'));
    expect(written).toMatchObject({ settings: { template_date: '2026-01-05T23:59:59' } });
    vi.setSystemTime(new Date(2026, 1, 7));
    expect(await rollout('2', '--resume')).toMatchObject({ code: 0 });
    const rows = (await read('samples.jsonl')).trimEnd().split('\n');
    // Ids of the small tokenizer are bytes.
    const prompt = [257, ...Buffer.from(`${DATE}.000000a question`)];
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toContain(`[${prompt.join()},`);
    const { stdout } = await runCli('inspect', run);
    expect(stdout).toContain('\n== beside a full rendering\n   the same ids\n');
  });

  it('is not recorded where the template does not read the clock', async () => {
    const { rollout, read } = await project(QWEN25_SHAPE);
    expect(await rollout('1')).toMatchObject({ code: 0 });
    expect(await read('run.json')).not.toContain('template_date');
  });

  it('is the one that an encoder is given', async () => {
    const now = () => CLOCK;
    const template = { name: 'dated', source: DATED };
    const checkpoint = await checkpointWith(QWEN25_SHAPE, {
      'chat_template.jinja': DATED,
      'additional_chat_templates/tool_use.jinja': `tools ${DATED}`,
    });
    const file = path.join(await folderWith({ 'own.jinja': DATED }), 'own.jinja');
    const tools = [{ type: 'function' as const, function: { name: 'look' } }];
    for (const encoder of [
      builtinEncoder({ template, now }),
      await loadEncoder({ checkpoint, now }),
      await loadEncoder({ checkpoint, chatTemplate: file, now }),
      await loadEncoder({ checkpoint: null, chatTemplate: file, now }),
    ]) {
      for (const given of [{}, { tools }]) {
        const text = encoder.render([], { addGenerationPrompt: true, ...given });
        expect(text).toContain(`<|im_start|>${DATE}.987000`);
      }
    }
  });
});
