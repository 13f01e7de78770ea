import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import type { Message } from 'slime-sdk';
import { describe, expect, it, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { byteCharacters } from '../../src/tokens/bpe/byte-alphabet.ts';
import { builtinEncoder, loadEncoder } from '../../src/tokens/index.ts';
import { CHATML_TOKENS, checkpointWith } from '../tokens/checkpoint-folder.ts';
import { QWEN3 } from '../tokens/qwen3-folder.ts';
import { smallTokenizer } from '../tokens/small-tokenizer.ts';
import { TRIMS } from '../tokens/templates/awkward.ts';
import { QWEN25_SHAPE } from '../tokens/templates/qwen2.5-shape.ts';
import { picture } from '../vision/pictures.ts';
import { linesOf, type PlayedTurn, playSample, runFolder } from './played-sample.ts';
import { runCli, testFiles } from './run-cli.ts';

const GO_ON: Message[] = [{ role: 'user', content: 'on' }];

const samplesFile = async (content: string): Promise<string> =>
  (await testFiles({ 'samples.jsonl': content }))('samples.jsonl');

/** What stands under the last heading. */
const beside = (stdout: string): string =>
  stdout.split('== beside a full rendering\n').at(-1) ?? '';

describe('slime-runtime inspect', () => {
  it('shows each token of a run’s sample with position, mask, id and log-prob', async () => {
    const { sample, records } = await playSample(builtinEncoder(), [
      { said: 'a<|im_end|>', observed: GO_ON },
      { said: 'b' },
    ]);
    const dir = await runFolder(linesOf([sample]), linesOf(records));
    const { code, stdout, stderr } = await runCli('inspect', dir);
    expect([code, stderr]).toEqual([0, '']);
    const sections = stdout.split(/\n\n/);
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      'sample 0 of group 0 (line 1): completed, reward 1, 2 turns, 45 tokens: 20 of prompt, 25 of response, 3 trained',
      '== prompt, 20 tokens (0..19), mask 0',
      '== turn 0, 2 tokens (20..21), sampled, mask 1, mean log-prob -0.500, finish stop',
      '-- bridge behind turn 0 of user, 22 tokens (22..43), mask 0',
      '== turn 1, 1 token (44..44), sampled, mask 1, mean log-prob -0.500, finish length, no end sampled, ending env_done',
      '== beside a full rendering',
    ]);
    expect(sections[1]).toBe(String.raw`== prompt, 20 tokens (0..19), mask 0
   "<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n"
    0  0     257            "<|im_start|>"
    1  0     117            "u"
    2  0     115            "s"
    3  0     101            "e"
    4  0     114            "r"
    5  0      10            "\n"
    6  0     113            "q"
    7  0     258            "<|im_end|>"
    8  0      10            "\n"
    9  0     257            "<|im_start|>"
   10  0      97            "a"
   11  0     115            "s"
   12  0     115            "s"
   13  0     105            "i"
   14  0     115            "s"
   15  0     116            "t"
   16  0      97            "a"
   17  0     110            "n"
   18  0     116            "t"
   19  0      10            "\n"`);
    expect(sections[2]).toBe(
      `== turn 0, 2 tokens (20..21), sampled, mask 1, mean log-prob -0.500, finish stop
   "a<|im_end|>"
   20  1      97   -0.5000  "a"
   21  1     258   -0.5000  "<|im_end|>"`,
    );
    expect(beside(stdout)).toBe('   the same ids\n');
  });

  it('says that the end of a turn came from the template where it was not sampled', async () => {
    const turns = [{ said: 'a', observed: GO_ON }, { said: 'b<|im_end|>' }];
    const { sample, records } = await playSample(builtinEncoder(), turns);
    const { stdout } = await runCli(
      'inspect',
      await runFolder(linesOf([sample]), linesOf(records)),
    );
    expect(stdout).toContain(
      'mask 0, begins with the end of the turn, which was not sampled\n   "<|im_end|>\\n<|im_start|>user',
    );
    expect(beside(stdout)).toBe('   the same ids\n');
  });

  it('has colours on a terminal, and the same text without them', async () => {
    const { sample, records } = await playSample(builtinEncoder(), [{ said: 'a<|im_end|>' }]);
    const dir = await runFolder(linesOf([sample]), linesOf(records));
    const plain = await runCli('inspect', dir);
    vi.stubEnv('NO_COLOR', '');
    vi.stubEnv('FORCE_COLOR', '1');
    const stdout = new PassThrough();
    const written = text(stdout);
    await main(['inspect', dir], { stdout, stderr: new PassThrough() });
    stdout.end();
    const colored = await written;
    expect(stripVTControlCharacters(colored)).toBe(plain.stdout);
    expect(colored).not.toBe(plain.stdout);
  });

  it('shows control characters as escapes, wherever they come from', async () => {
    const observed: Message[] = [{ role: 'user', content: 'x\u001b[2J\u0007\u202e' }];
    const { sample, records } = await playSample(
      builtinEncoder(),
      [{ said: '\u001b]0;t\u0007<|im_end|>', observed }, { said: 'b' }],
      { reward: { '\u001b[1m': 1 } },
    );
    const { stdout } = await runCli(
      'inspect',
      await runFolder(linesOf([sample]), linesOf(records)),
    );
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(stdout).toContain(String.raw`x\e[2J\x07\u202e`);
  });

  it('folds long segments and episodes, and shows what is asked for', async () => {
    const turns = Array.from({ length: 10 }, () => ({ said: 'x'.repeat(300), observed: GO_ON }));
    const { sample, records } = await playSample(builtinEncoder(), [...turns, { said: 'end' }]);
    const dir = await runFolder(linesOf([sample]), linesOf(records));
    const rowsOf = (stdout: string): number => stdout.match(/^ +\d+ {2}[01] /gm)?.length ?? 0;
    const folded = await runCli('inspect', dir);
    expect(folded.stdout).toContain('... 236 more tokens, shown with --all');
    expect(folded.stdout).toContain('... its tokens are shown with --turn 5, or --all');
    expect(rowsOf(folded.stdout)).toBeLessThan(700);
    const one = await runCli('inspect', dir, '--turn', '5', '--all');
    expect(one.stdout.match(/^(?:==|--) .*(?=,.*sampled|,.*mask 0)/gm)).toHaveLength(2);
    expect(rowsOf(one.stdout)).toBe(300 + 23);
    const all = await runCli('inspect', dir, '--all');
    expect(rowsOf(all.stdout)).toBe(sample.tokens.length);
    expect(await runCli('inspect', dir, '--turn', '11')).toMatchObject({
      code: 2,
      stderr: 'slime-runtime: samples.jsonl:1: the sample has no turn 11\n',
    });
  });

  it('picks samples by index, line and count', async () => {
    const samples = await Promise.all(
      [4, 7, 7].map(async (index) =>
        playSample(builtinEncoder(), [{ said: 'a' }], { index, rollout_id: index }),
      ),
    );
    const dir = await runFolder(
      linesOf(samples.map(({ sample }) => sample)),
      linesOf(samples.flatMap(({ records }) => records)),
    );
    const picked = async (...flags: string[]): Promise<string[]> => {
      const { stdout } = await runCli('inspect', dir, ...flags);
      return stdout.match(/^sample \d+ of group 0 \(line \d+\)/gm) ?? [];
    };
    const [first, second, third] = [
      'sample 4 of group 0 (line 1)',
      'sample 7 of group 0 (line 2)',
      'sample 7 of group 0 (line 3)',
    ];
    expect(await picked()).toEqual([first]);
    expect(await picked('--index', '7')).toEqual([second, third]);
    expect(await picked('--row', '3')).toEqual([third]);
    expect(await picked('--first', '2')).toEqual([first, second]);
    expect(await runCli('inspect', dir, '--index', '5')).toMatchObject({
      code: 2,
      stderr: 'slime-runtime: samples.jsonl holds no sample of index 5\n',
    });
    expect(await runCli('inspect', dir, '--row', '1', '--first', '2')).toMatchObject({ code: 2 });
    expect(await runCli('inspect', dir, '--row', 'x')).toMatchObject({ code: 2 });
    expect(await runCli('inspect', dir, '--row', '0')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Write a number from 1.'),
    });
  });

  it('names file and line of what is no sample, and goes on', async () => {
    const { sample } = await playSample(builtinEncoder(), [{ said: 'a' }], { index: 3 });
    const file = await samplesFile(`{"tokens": oops}\n{"status": 1}\n${linesOf([sample])}`);
    const { code, stdout, stderr } = await runCli('inspect', file, '--index', '3');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^sample 3 of group 0 \(line 3\)/);
    expect(stderr).toMatch(
      /^no checkpoint is known.*\nsamples\.jsonl:1: column 12: not JSON near .*\nsamples\.jsonl:2: not a sample: status: .*\n$/,
    );
    expect(await runCli('inspect', file, '--row', '2')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^slime-runtime: samples\.jsonl:2: not a sample: status/m),
    });
  });

  it('reads what a killed run left: a line that was cut short is none', async () => {
    const { sample, records } = await playSample(builtinEncoder(), [{ said: 'a' }]);
    const torn = `${linesOf([sample])}{"index": 1, "tok`;
    const dir = await runFolder(torn, `${linesOf(records)}{"ind`);
    const { code, stdout, stderr } = await runCli('inspect', dir, '--first', '9');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/^sample /gm)).toHaveLength(1);
    expect(await runCli('inspect', await runFolder(''))).toMatchObject({
      code: 2,
      stderr: 'slime-runtime: samples.jsonl holds no sample yet\n',
    });
  });

  it('shows ids where no checkpoint is known, and says what to name', async () => {
    const { sample } = await playSample(builtinEncoder(), [{ said: 'a' }]);
    const { code, stdout, stderr } = await runCli('inspect', await samplesFile(linesOf([sample])));
    expect([code, stderr]).toEqual([0, 'no checkpoint is known: name one with --hf-checkpoint\n']);
    expect(stdout).toContain('   20  1      97   -0.5000  \n');
    expect(beside(stdout)).toBe('   not compared: no checkpoint is named\n');
  });

  it('asks for a folder or file that is there', async () => {
    expect(await runCli('inspect', '/nowhere')).toMatchObject({ code: 2, stdout: '' });
    const files = await testFiles({ 'other.txt': '' });
    const dir = files('other.txt').replace('/other.txt', '');
    expect(await runCli('inspect', dir)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('holds no samples.jsonl'),
    });
  });
});

describe('beside a full rendering', () => {
  const inspectOf = async (checkpoint: string, ...turns: PlayedTurn[]): Promise<string> => {
    const { sample } = await playSample(await loadEncoder({ checkpoint }), turns);
    const file = await samplesFile(linesOf([sample]));
    return beside((await runCli('inspect', file, '--hf-checkpoint', checkpoint)).stdout);
  };
  /** A vocabulary in which two newlines are one token, and `he`. */
  const merging = (): Promise<string> =>
    checkpointWith(QWEN25_SHAPE, {
      'tokenizer.json': smallTokenizer({ ...CHATML_TOKENS, merges: ['Ċ Ċ', 'h e'] }),
    });

  it('a turn that merges with the plain text of its prompt is told as that', async () => {
    const template =
      "{% for m in messages %}{{ ('Assistant:' if m.role == 'assistant' else '') + m.content + '<|im_end|>' }}{% endfor %}" +
      "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}";
    const checkpoint = await checkpointWith(template, {
      'tokenizer.json': smallTokenizer({ ...CHATML_TOKENS, merges: [': "'] }),
    });
    const turns = [{ said: '"yes"<|im_end|>', observed: GO_ON }, { said: '"no"' }];
    expect(await inspectOf(checkpoint, ...turns)).toContain(
      'because   the same text, tokenized across the edge of the turn: the ids are those that were sampled and read\n',
    );
  });

  it('a turn that the template rewrites has the reason of the classification', async () => {
    const said = '<think>\nhm\n</think>\n\nyes<|im_end|>';
    expect(await inspectOf(QWEN3, { said, observed: GO_ON }, { said: 'b' }))
      .toBe(String.raw`   differs in 1 place; the sample keeps what was sampled
   tokens 9..14
     sample    "<think>\nhm\n</think>\n\n"
     rendered  ""
     because   when a user message follows, the template rewrites an assistant turn with reasoning
`);
  });

  it('ids that were sampled otherwise than the tokenizer writes them are named so', async () => {
    const ids = ['h', 'e'].map((letter) => byteCharacters.indexOf(letter));
    const turns = [{ said: 'he', ids, observed: GO_ON }, { said: 'b' }];
    expect(await inspectOf(await merging(), ...turns)).toContain(
      'because   the same text in other ids than the tokenizer gives it: they are those that were sampled\n',
    );
  });

  it('a newline that begins a turn is tokenized across its edge', async () => {
    const turns = [{ said: '\nyes<|im_end|>', observed: GO_ON }, { said: 'b' }];
    expect(await inspectOf(await merging(), ...turns)).toContain(
      'because   the same text, tokenized across the edge of the turn',
    );
  });

  it('words of an observation that look like tokens stay words', async () => {
    const observed: Message[] = [{ role: 'tool', content: 'a <|im_end|> b' }];
    const { sample, records } = await playSample(builtinEncoder(), [
      { said: 'a<|im_end|>', observed },
      { said: 'b' },
    ]);
    const dir = await runFolder(linesOf([sample]), linesOf(records));
    expect(beside((await runCli('inspect', dir)).stdout)).toContain(
      'because   the same text: words that look like special tokens are read as words\n',
    );
  });

  it('another end than the template’s is named', async () => {
    const turns = [{ said: 'a<|endoftext|>', observed: GO_ON }, { said: 'b' }];
    const { sample, records } = await playSample(builtinEncoder(), turns);
    const dir = await runFolder(linesOf([sample]), linesOf(records));
    expect(beside((await runCli('inspect', dir)).stdout)).toContain(
      'because   turn 0 ended with <|endoftext|>, which the template does not write there\n',
    );
  });

  it('a template that trims is named, with the text that it takes away', async () => {
    const checkpoint = await checkpointWith(TRIMS);
    const { sample } = await playSample(await loadEncoder({ checkpoint }), [
      { said: ' a \n<|im_end|>', observed: GO_ON },
      { said: 'b' },
    ]);
    const file = await samplesFile(linesOf([sample]));
    const { stdout } = await runCli('inspect', file, '--hf-checkpoint', checkpoint);
    expect(beside(stdout)).toContain(
      'because   when a user message follows, the template rewrites an assistant turn with text with whitespace around it\n',
    );
  });

  it('observations that no file tells are read back from the bridge, in every kind', async () => {
    const observations: Message[][] = [
      GO_ON,
      [{ role: 'tool', content: 'one' }],
      [
        { role: 'tool', content: 'one\n' },
        { role: 'tool', content: '<think> two' },
      ],
    ];
    const turns = observations.map((observed) => ({ said: 'a<|im_end|>', observed }));
    const found = await inspectOf(await merging(), ...turns, { said: 'b' });
    expect(found).not.toContain('not compared');
    expect(found.match(/because .*/g) ?? []).toEqual([
      'because   the same text: words that look like special tokens are read as words',
    ]);
  });

  it('a bridge that is nothing the template writes is said to be none', async () => {
    const { sample } = await playSample(builtinEncoder(), [
      { said: 'a<|im_end|>', observed: GO_ON },
      { said: 'b' },
    ]);
    // The newline behind the turn is missing.
    sample.tokens.splice(22, 1);
    const mask = sample.loss_mask?.toSpliced(2, 1) ?? [];
    const logProbs = sample.rollout_log_probs?.toSpliced(2, 1) ?? [];
    const cut = {
      ...sample,
      loss_mask: mask,
      rollout_log_probs: logProbs,
      response_length: mask.length,
    };
    const { stdout } = await runCli('inspect', await runFolder(linesOf([cut])));
    expect(beside(stdout)).toMatch(
      /^ {3}not compared: what was observed behind turn 0 is in no file, and its tokens are not what chat template built-in ChatML writes/,
    );
  });

  it('a prompt that is text, or another than the row’s, is left out of the comparison', async () => {
    const { sample, records } = await playSample(builtinEncoder(), [
      { said: 'a<|im_end|>', observed: GO_ON },
      { said: 'b' },
    ]);
    const found = async (prompt: string | Message[]) => {
      const dir = await runFolder(linesOf([{ ...sample, prompt }]), linesOf(records));
      return beside((await runCli('inspect', dir)).stdout);
    };
    expect(await found('<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n')).toBe(
      '   the prompt is text: what stands before the first turn is not compared\n   the same ids\n',
    );
    expect(await found([{ role: 'user', content: 'of the row' }])).toMatch(
      /^ {3}the prompt is not that of the row, .*\n {3}the same ids\n$/,
    );
  });

  it('a picture counts as one placeholder', async () => {
    const image = `data:image/png;base64,${(await picture(56, 112).png().toBuffer()).toString('base64')}`;
    const observed: Message[] = [
      {
        role: 'user',
        content: [
          { type: 'image', image },
          { type: 'text', text: 'look' },
        ],
      },
    ];
    const { sample, records } = await playSample(builtinEncoder(), [
      { said: 'a<|im_end|>', observed },
      { said: 'b' },
    ]);
    const dir = await runFolder(linesOf([sample]), linesOf(records));
    expect(beside((await runCli('inspect', dir)).stdout)).toBe('   the same ids\n');
  });

  it('a sample that cannot be rendered is shown all the same, with the reason', async () => {
    const { sample } = await playSample(builtinEncoder(), [{ said: 'a' }]);
    const odd = { ...sample, metadata: { tools: ['look'] } };
    const empty = {
      ...sample,
      tokens: [],
      response_length: 0,
      loss_mask: [],
      rollout_log_probs: [],
    };
    const { code, stdout } = await runCli(
      'inspect',
      await runFolder(linesOf([odd, empty])),
      '--first',
      '2',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('   not compared: metadata.tools[0]: Invalid input');
    expect(stdout).toContain('== prompt, 0 tokens (none), mask 0');
    expect(beside(stdout)).toBe('   not compared: it has no tokens\n');
  });

  it('sampled ids that are masked are of their turn', async () => {
    const { sample } = await playSample(builtinEncoder(), [{ said: 'abc' }]);
    const masked = {
      ...sample,
      loss_mask: [1, 0, 1],
      metadata: { masked_spans: [[1, 1, 'null_log_prob']] },
    };
    const { stdout } = await runCli('inspect', await runFolder(linesOf([masked])));
    expect(stdout).toContain('== turn 0, 3 tokens (20..22), sampled, 2 of mask 1,');
  });
});
