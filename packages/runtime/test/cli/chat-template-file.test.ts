import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkpointWith, folderWith } from '../tokens/checkpoint-folder.ts';
import * as awkward from '../tokens/templates/awkward.ts';
import { QWEN25_SHAPE } from '../tokens/templates/qwen2.5-shape.ts';
import { runCli } from './run-cli.ts';

const SHOUTS =
  "{% for m in messages %}{{ '<|im_start|>' + m.role + '!\n' + m.content + '<|im_end|>\n' }}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant!\n' }}{% endif %}";

describe('--chat-template', () => {
  it('stands in the place of the checkpoint’s, which may be one that cannot be rendered', async () => {
    const folder = await folderWith({ 'own.jinja': QWEN25_SHAPE });
    const show = async (template: string, ...flags: string[]) =>
      runCli('template', '--hf-checkpoint', await checkpointWith(template), ...flags);
    const flags = ['--chat-template', path.join(folder, 'own.jinja')];
    expect((await show(awkward.TRIMS)).stdout).toContain('Does not only append');
    for (const template of [awkward.TRIMS, "{% include 'x' %}"]) {
      const { code, stdout } = await show(template, ...flags);
      expect([code, stdout]).toEqual([0, expect.stringContaining('\nAppends only: ')]);
      expect(stdout).toContain(`chat template ${path.join(folder, 'own.jinja')}\n`);
    }
  });

  async function project() {
    const folder = await folderWith({
      'own.jinja': SHOUTS,
      'rows.jsonl': '{"input": "a question"}\n',
      'rm.mjs': 'export default () => 1;\n',
    });
    const checkpoint = await checkpointWith(QWEN25_SHAPE);
    const inFolder = (name: string) => path.join(folder, name);
    const rollout = (template: string | null, ...flags: string[]) => {
      const call = [
        ['--apply-chat-template', '--hf-checkpoint', checkpoint],
        ['--prompt-data', inFolder('rows.jsonl'), '--custom-rm-path', inFolder('rm.mjs')],
        template === null ? [] : ['--chat-template', inFolder(template)],
        ['--rollout-max-response-len', '8', '--output', inFolder('run')],
      ];
      return runCli('rollout', ...call.flat(), ...flags);
    };
    return { inFolder, rollout };
  }

  it('is what a run and its inspection render by', async () => {
    const { inFolder, rollout } = await project();
    expect(await rollout('own.jinja')).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await runCli('inspect', inFolder('run'), '--all');
    expect([code, stderr]).toEqual([0, '']);
    // Ids of the small tokenizer are bytes.
    const samples = await readFile(path.join(inFolder('run'), 'samples.jsonl'), 'utf8');
    expect(samples).toContain(`[257,${[...Buffer.from('user!\na question')].join()},258,`);
    expect(stdout).toContain('\n== beside a full rendering\n   the same ids\n');
    await writeFile(inFolder('own.jinja'), QWEN25_SHAPE);
    expect((await runCli('inspect', inFolder('run'))).stderr).toBe(
      `warning: ${inFolder('own.jinja')} is not the chat template of the run\n`,
    );
  });

  it('decides the samples of a run: --resume refuses another, and takes the same elsewhere', async () => {
    const { inFolder, rollout } = await project();
    await rollout('own.jinja');
    await copyFile(inFolder('own.jinja'), inFolder('moved.jinja'));
    expect(await rollout('moved.jinja', '--resume')).toMatchObject({ code: 0 });
    const without = await rollout(null, '--resume');
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringMatching(/--resume needs the same values:\n {2}chat_template: .* now\n/),
    ]);
    await writeFile(inFolder('own.jinja'), `${SHOUTS} `);
    const changed = await rollout('own.jinja', '--resume');
    expect([changed.code, changed.stderr]).toEqual([
      2,
      expect.stringMatching(/ {2}settings\.chat_template: /),
    ]);
  });

  it('is told to who must render alike: a chat endpoint, not SGLang, which is sent ids', async () => {
    const { rollout } = await project();
    const { stderr } = await rollout('own.jinja', '--engine', 'openai:http://127.0.0.1:1/v1');
    expect(stderr).toContain(
      'warning: http://127.0.0.1:1/v1 renders messages with a template of its own: start that ' +
        'server with --chat-template, too\n',
    );
    expect((await rollout('own.jinja')).stderr).not.toContain('of its own');
  });

  it.each([
    ['chatml', 'is no file: give the path of a Jinja template. Names of SGLang’s own'],
    ['conversation.json', 'is JSON, which is not read'],
    ['broken.jinja', 'broken.jinja, line 1'],
    ['latin1.jinja', 'cannot be read: '],
  ])('refuses what it does not hold: %s', async (name, message) => {
    const folder = await folderWith({
      'conversation.json': { name: 'x', system: '' },
      'broken.jinja': '{% if %}',
      'latin1.jinja': Buffer.from('caf\xe9', 'latin1'),
    });
    const file = path.join(folder, name);
    const checkpoint = ['--hf-checkpoint', await checkpointWith(QWEN25_SHAPE)];
    const { code, stderr } = await runCli('template', ...checkpoint, '--chat-template', file);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message.replace('’', "'"))]);
    expect(stderr).toContain(file);
  });
});
