import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeRun } from './judge-run.ts';
import { createProject, type Project } from './project.ts';
import { readSamples, readTurns } from './read-run.ts';
import { runCli, toFlags } from './run-cli.ts';

const TIMEOUT = 60_000;

/** Bodies of `customGenerate(args, row, params, context)`, with a tape at hand. */
const GENERATES = {
  'two-at-once': `
    await Promise.all([tape.generate(), tape.generate()]);
    return tape.finish({ reward: 1 });`,
  'observe-meanwhile': `
    const turn = tape.generate();
    await tape.observe({ role: 'user', content: 'hi' });
    await turn;
    return tape.finish({ reward: 1 });`,
  'finish-meanwhile': `
    tape.generate();
    return tape.finish({ reward: 1 });`,
  'returns-meanwhile': `
    await tape.generate();
    const other = context.tape();
    other.generate();
    return tape.finish({ reward: 1 });`,
  'after-the-end': `
    await tape.generate();
    const sample = await tape.finish({ reward: 1 });
    await tape.generate();
    return sample;`,
  'no-number-of-tokens': `
    await tape.generate({ max_new_tokens: NaN });
    return tape.finish({ reward: 1 });`,
  'fails-with-two-tapes': `
    await tape.generate();
    await context.tape().generate();
    throw Object.create(null);`,
  late: `
    await tape.generate();
    const sample = await tape.finish({ reward: 1 });
    setTimeout(() => context.engine.generate(
      { input_ids: sample.tokens, sampling_params: { max_new_tokens: 3 } },
      { signal: context.signal, routingKey: 'mine' },
    ).catch(() => {}), 0);
    return sample;`,
  'changed-later': `
    await tape.generate();
    const sample = await tape.finish({ reward: 1 });
    setTimeout(() => { sample.tokens.length = 0; sample.reward = NaN; }, 0);
    return sample;`,
  'best-of-three': `
    const tapes = [tape, context.tape(), context.tape()];
    for (const one of tapes) await one.generate();
    return tapes[1].finish({ reward: 1 });`,
  'three-siblings': `
    const segments = [];
    for (const one of [tape, context.tape(), context.tape()]) {
      await one.generate();
      segments.push(await one.finish({ reward: 1 }));
    }
    return context.fanOut(segments, { reward: 'split' });`,
};

let project: Project;
let runs = 0;

beforeAll(async () => {
  project = await createProject({
    ...Object.fromEntries(
      Object.entries(GENERATES).map(([name, body]) => [
        `${name}.js`,
        'export const customGenerate = async (args, row, params, context) => {\n' +
          `const tape = context.tape();${body}\n};\n`,
      ]),
    ),
    'rows.jsonl': [{ input: 'a' }, { input: 'b' }],
  });
});

afterAll(() => project.remove());

async function generate(name: keyof typeof GENERATES): Promise<string> {
  const output = join(project.dir, `run-${runs}`);
  runs += 1;
  const { code, stderr } = await runCli(
    [
      'rollout',
      ...toFlags({
        'custom-generate-function-path': `./${name}.js`,
        'prompt-data': 'rows.jsonl',
        'apply-chat-template': true,
        'rollout-max-response-len': 64,
        'max-failure-share': 1,
        output,
      }),
    ],
    { cwd: project.dir },
  );
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return output;
}

describe('whatever a generate function does, each reply is used by one turn or discarded', () => {
  it.for([
    ['two-at-once', /tape\.generate: generate\(\) is under way/],
    ['observe-meanwhile', /tape\.observe: generate\(\) is under way/],
    ['finish-meanwhile', /tape\.finish: generate\(\) is under way/],
    ['returns-meanwhile', /returned while 1 of its requests ran/],
    ['after-the-end', /tape\.generate: the tape is closed/],
    ['no-number-of-tokens', /max_new_tokens must be a number of tokens, not NaN/],
    ['fails-with-two-tapes', /threw the object/],
  ] as const)(
    '%s fails its episode, and says why',
    { timeout: TIMEOUT },
    async ([name, why], context) => {
      const output = await generate(name);
      const samples = await readSamples(output);
      expect(samples.map(({ status }) => status)).toEqual(['failed', 'failed']);
      for (const { metadata } of samples) {
        expect(metadata['failure']).toMatchObject({ message: expect.stringMatching(why) });
      }
      expect(await judgeRun(context, output)).toBe('');
    },
  );

  it.for([
    ['late', 2],
    ['changed-later', 2],
    ['best-of-three', 2],
    ['three-siblings', 6],
  ] as const)('%s is scored', { timeout: TIMEOUT }, async ([name, count], context) => {
    const output = await generate(name);
    const samples = await readSamples(output);
    expect(samples).toHaveLength(count);
    for (const { status } of samples) expect(status).toMatch(/completed|truncated/);
    expect(await judgeRun(context, output)).toBe('');
  });

  it(
    'replies of tapes that are not returned are discarded as unused',
    { timeout: TIMEOUT },
    async () => {
      const turns = await readTurns(await generate('best-of-three'));
      expect(turns.map((turn) => turn['discarded_cause'])).toEqual([
        'unused',
        null,
        'unused',
        'unused',
        null,
        'unused',
      ]);
      expect(new Set(turns.slice(0, 3).map((turn) => turn['text'])).size).toBe(3);
    },
  );
});
