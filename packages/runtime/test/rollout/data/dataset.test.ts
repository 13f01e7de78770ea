import { dirname, resolve } from 'node:path';
import fc from 'fast-check';
import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import {
  filterByPromptLength,
  loadDataset,
  maxPromptLength,
} from '../../../src/rollout/data/dataset.ts';
import { createRowSample } from '../../../src/rollout/data/read-row.ts';
import { dataFile, loadRows, messageOf } from './data-file.ts';

const prompts = async (file: string, suffix = ''): Promise<unknown[]> => {
  const dataset = await loadDataset(createRolloutArgs({ prompt_data: file + suffix }));
  return dataset.rows.map((row) => row.prompt);
};

describe('loadDataset', () => {
  it('reads JSON lines with a byte order mark, CRLF, blank lines and no last line end', async () => {
    const file = await dataFile('rows.jsonl', '\ufeff{"input":"a"}\r\n\r\n \n{"input":"é"}');
    const dataset = await loadDataset(createRolloutArgs({ prompt_data: file }));
    expect(dataset).toMatchObject({
      file,
      baseDir: dirname(resolve(file)),
      rows: [
        { prompt: 'a', label: null, metadata: {}, multimodal_inputs: null },
        { prompt: 'é', place: { file, row: 1, line: 4 } },
      ],
    });
  });

  it('keeps line separators of Unicode inside a line', async () => {
    const file = await dataFile('rows.json', '{"input":"a\u2028b\u2029c\u0085d"}\n');
    expect(await prompts(file)).toEqual(['a\u2028b\u2029c\u0085d']);
  });

  it('takes rows as a Python slice does', async () => {
    const all = Array.from({ length: 6 }, (_, at) => at);
    const file = await dataFile('rows.jsonl', all.map((at) => `{"input":${at}}\n\n`).join(''));
    const bound = fc.option(fc.integer({ min: -8, max: 8 }));
    await fc.assert(
      fc.asyncProperty(bound, bound, async (start, end) => {
        const expected = all.slice(start ?? 0, end ?? undefined);
        fc.pre(expected.length > 0);
        expect(await prompts(file, `@[${start ?? ''}:${end ?? ''}]`)).toEqual(expected);
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it('does not read rows outside the slice', async () => {
    const file = await dataFile('rows.jsonl', '{bad\n{"input":1}\n{bad\n');
    expect(await prompts(file, '@[1:2]')).toEqual([1]);
    expect(await prompts(file, '@[-2:-1]')).toEqual([1]);
  });

  it('keeps the digits of integers that a number cannot hold', async () => {
    const file = await dataFile(
      'rows.jsonl',
      '{"input":"12345678901234567890","metadata":{"id":12345678901234567890,"n":[-9007199254740993],"x":0.1234567890123456789,"e":1e20,"s":"a\\"1234567890123456789"}}',
    );
    const { rows } = await loadDataset(createRolloutArgs({ prompt_data: file }));
    expect(rows[0]).toMatchObject({
      prompt: '12345678901234567890',
      metadata: {
        id: '12345678901234567890',
        n: ['-9007199254740993'],
        x: 0.12345678901234568,
        e: 1e20,
        s: 'a"1234567890123456789',
      },
    });
  });

  it('keeps lone surrogates and a line of many megabytes', async () => {
    const long = 'x'.repeat(9_000_000);
    const file = await dataFile('rows.jsonl', `{"input":"\\ud800"}\n{"input":"${long}"}\n`);
    const [first, second] = await prompts(file);
    expect(first).toBe('\ud800');
    expect(second).toHaveLength(long.length);
  });

  it('treats names of prototypes as ordinary columns and keys', async () => {
    const file = await dataFile(
      'rows.jsonl',
      '{"input":[{"role":"user","content":"a","__proto__":{"polluted":1}}],"__proto__":{"polluted":1},"metadata":{"__proto__":{"polluted":1},"constructor":2}}',
    );
    const { rows } = await loadDataset(createRolloutArgs({ prompt_data: file }));
    const sample = rows[0] && createRowSample(rows[0]);
    expect(JSON.stringify(sample?.metadata)).toBe('{"__proto__":{"polluted":1},"constructor":2}');
    expect(sample?.metadata['polluted']).toBeUndefined();
    expect({}).not.toHaveProperty('polluted');
    expect(Object.getPrototypeOf(Array.isArray(sample?.prompt) && sample.prompt[0])).toBe(
      Object.prototype,
    );
    await expect(
      messageOf(loadDataset(createRolloutArgs({ prompt_data: file, input_key: 'constructor' }))),
    ).resolves.toContain('no column "constructor"');
  });
});

describe('loadDataset refuses, saying where and what to do:', () => {
  const cases: readonly (readonly [what: string, name: string, text: string, message: string])[] = [
    [
      'a line that is no JSON',
      'rows.jsonl',
      '{"input":1}\n\n{"input": NaN}\n',
      'rows.jsonl:3 (row 1): column 11: not JSON near `{"input": NaN}`; mend the line',
    ],
    [
      'a line that is cut',
      'rows.jsonl',
      '{"input":"a',
      'rows.jsonl:1 (row 0): column 12: the JSON ends too early, after `{"input":"a`; mend the line',
    ],
    [
      'a JSON array over several lines',
      'rows.json',
      '[\n{"input":1}\n]',
      'rows.json:1 (row 0): column 2: the JSON ends too early, after `[`; mend the line; a JSON array must be written as one object a line',
    ],
    [
      'a row that is no object',
      'rows.jsonl',
      '{"input":1}\n"text"\n',
      'rows.jsonl:2 (row 1): a row must be a JSON object, not a string',
    ],
    [
      'a missing prompt column',
      'rows.jsonl',
      '{"question":1,"answer":2}\n',
      'rows.jsonl:1 (row 0): no column "input" for the prompt; the row has "question", "answer": name one of them with --input-key',
    ],
    [
      'a prompt of another type',
      'rows.jsonl',
      '{"input":null}\n',
      'rows.jsonl:1 (row 0): column "input": a prompt is a string, a number or a list of messages, not null',
    ],
    [
      'metadata of another type',
      'rows.jsonl',
      '{"input":1,"metadata":"x"}\n',
      'rows.jsonl:1 (row 0): column "metadata": metadata must be an object, not a string; name another column with --metadata-key',
    ],
    [
      'a number that overflows',
      'rows.jsonl',
      '{"input":1,"metadata":{"a":[1e999]}}\n',
      'rows.jsonl:1 (row 0): metadata.a[0]: Infinity has no JSON form',
    ],
    [
      'bytes that are not UTF-8',
      'rows.jsonl',
      '',
      'rows.jsonl:2 (row 1): column 3: byte 3 of the line is not UTF-8; convert the file to UTF-8; mend the line',
    ],
    [
      'another kind of file',
      'rows.csv',
      'a',
      '--prompt-data rows.csv: not a kind of data file that can be read; use .jsonl (one JSON object a line) or .parquet',
    ],
    [
      'a file without rows',
      'rows.jsonl',
      '\n\n',
      '--prompt-data rows.jsonl: no rows; the file is empty or the slice leaves none',
    ],
    [
      'a file that is no parquet',
      'rows.parquet',
      'x'.repeat(40),
      'rows.parquet: not readable as parquet (parquet file invalid (footer != PAR1)); write the file again, or as .jsonl',
    ],
  ];

  it.each(cases)('%s', async (what, name, text, message) => {
    const latin = Buffer.from('{"input":1}\n"a\xe9"\n', 'latin1');
    const file = await dataFile(name, what.includes('UTF-8') ? latin : text);
    expect(await messageOf(loadDataset(createRolloutArgs({ prompt_data: file })))).toBe(message);
  });

  it('a label column that only some rows have', async () => {
    const rows = [{ input: 1, answer: 2 }, { input: 1 }];
    expect(await messageOf(loadRows(rows, { label_key: 'answer' }))).toBe(
      'rows.jsonl:2 (row 1): no column "answer" for the label; the row has "input": name one of them with --label-key',
    );
  });

  it.each(['.jsonl', '.parquet'])('a %s file that is not there', async (extension) => {
    const load = loadDataset(createRolloutArgs({ prompt_data: `/nowhere/rows${extension}` }));
    expect(await messageOf(load)).toBe(
      `/nowhere/rows${extension}: no such file; check the path, which is relative to the working directory`,
    );
  });

  it('a folder, a slice with a step, and no data at all', async () => {
    const load = (prompt_data: string | null): Promise<string> =>
      messageOf(loadDataset(createRolloutArgs({ prompt_data })));
    const file = await dataFile('rows.jsonl', '{}');
    expect(await load(`${file}@[::2]`)).toBe(
      '--prompt-data rows.jsonl@[::2]: "@[::2]" is no slice; write @[start:end] with integers, either of which may be left out',
    );
    expect(await load(null)).toBe('no data: name a .jsonl or .parquet file with --prompt-data');
    expect(await load(`${file}@[5:]`)).toBe(
      '--prompt-data rows.jsonl@[5:]: no rows; the file is empty or the slice leaves none',
    );
  });
});

describe('filterByPromptLength', () => {
  it('drops the longer prompts, keeps the order and counts what went', async () => {
    const dataset = await loadRows([
      { input: 'aaa' },
      { input: 'a' },
      { input: 'aaaa' },
      { input: 'aa' },
    ]);
    const kept = await filterByPromptLength(
      dataset,
      (row) => Promise.resolve(JSON.stringify(row.prompt).length - 2),
      2,
    );
    expect(kept.dataset.rows.map((row) => row.place.row)).toEqual([1, 3]);
    expect(kept.dropped).toBe(2);
  });

  it('refuses to drop every row', async () => {
    const dataset = await loadRows([{ input: 'aaa' }, { input: 'aa' }]);
    expect(await messageOf(filterByPromptLength(dataset, () => 7, 2))).toBe(
      'rows.jsonl: no prompt has 2 tokens or fewer, the shortest has 7; raise --rollout-max-prompt-len (or --rollout-max-context-len)',
    );
  });

  it('takes its limit from the prompt, else from the context less one token', () => {
    const limit = (prompt: number | null, context: number | null): number | null =>
      maxPromptLength({ rollout_max_prompt_len: prompt, rollout_max_context_len: context });
    expect([limit(5, 9), limit(null, 9), limit(null, null)]).toEqual([5, 8, null]);
  });
});
