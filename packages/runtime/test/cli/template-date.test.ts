import { readFile, writeFile } from 'node:fs/promises';
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
  vi.unstubAllEnvs();
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
  const edit = async (from: string | RegExp, to: string) => {
    const before = await read('run.json');
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    await writeFile(path.join(run, 'run.json'), after);
  };
  return { run, rollout, read, edit };
}

/** Ids of the small tokenizer are bytes. */
function promptOf(date: string): string {
  return `[${[257, ...Buffer.from(`${date}.000000a question`)].join()},`;
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
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toContain(promptOf(DATE));
    const { stdout } = await runCli('inspect', run);
    expect(stdout).toContain('\n== beside a full rendering\n   the same ids\n');
  });

  it('stays in a zone where its hour was skipped', async () => {
    const { run, rollout, read } = await project(DATED);
    vi.useFakeTimers({ now: Date.UTC(2026, 2, 29, 2, 30), toFake: ['Date'] });
    vi.stubEnv('TZ', 'UTC');
    expect(await rollout('1')).toMatchObject({ code: 0 });
    vi.stubEnv('TZ', 'Europe/Berlin');
    // No hour of the clock there has this name.
    expect(new Date(2026, 2, 29, 2, 30).getHours()).toBe(3);
    expect(await rollout('2', '--resume')).toMatchObject({ code: 0 });
    expect(await read('run.json')).toContain('"template_date": "2026-03-29T02:30:00"');
    const rows = (await read('samples.jsonl')).trimEnd().split('\n');
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toContain(promptOf('29 Mar 2026 02:30:00'));
    const { stdout } = await runCli('inspect', run);
    expect(stdout).toContain('\n== beside a full rendering\n   the same ids\n');
  });

  it('is not made up for a run that has none', async () => {
    const { rollout, read, edit } = await project(DATED);
    vi.useFakeTimers({ now: CLOCK, toFake: ['Date'] });
    expect(await rollout('1')).toMatchObject({ code: 0 });
    await edit(/"template_date": "[^"]*",?/, '');
    vi.setSystemTime(new Date(2026, 1, 7));
    const resumed = await rollout('2', '--resume');
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed.stderr).toContain(
      'run.json has no settings.template_date: the date that its prompts have is not known, ' +
        'those of this session have 2026-02-07T00:00:00',
    );
    expect(await read('run.json')).not.toContain('template_date');
    const [, second = ''] = (await read('samples.jsonl')).trimEnd().split('\n');
    expect(second).toContain(promptOf('07 Feb 2026 00:00:00'));
  });

  it.each([
    '"yesterday"',
    '"2026-02-30T00:00:00"',
    '"2026-01-05"',
    '"2026-01-05T24:00:00"',
    'null',
    '1',
  ])('that is %s is told with its file and key', async (recorded) => {
    const { run, rollout, edit } = await project(DATED);
    expect(await rollout('1')).toMatchObject({ code: 0 });
    await edit(/(?<="template_date": )"[^"]*"/, recorded);
    const problem = `run/run.json: settings.template_date is ${recorded}, no date such as 2026-01-05T23:59:59`;
    for (const { code, stderr } of [await rollout('2', '--resume'), await runCli('inspect', run)]) {
      expect(code).toBe(2);
      expect(stderr).toContain(problem);
    }
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
