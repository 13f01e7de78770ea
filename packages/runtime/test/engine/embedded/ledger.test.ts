import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EmbeddedEngine } from '../../../src/engine/embedded/index.ts';
import { readLedger, tempFolder } from './ledger-lines.ts';
import { generate, post, start, stream } from './start.ts';

/** What the ledger held when the first byte of the reply came. */
async function ledgerAtFirstByte(engine: EmbeddedEngine, ledger: string, body: string) {
  return new Promise<string>((resolve, reject) => {
    const sent = request(
      `${engine.url}/generate`,
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      (reply) => {
        const held = readFileSync(ledger, 'utf8');
        reply.resume().on('end', () => resolve(held));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the ledger', () => {
  it('has a reply before its first byte is sent', async () => {
    const ledger = join(tempFolder(), 'new', 'ledger.jsonl');
    const engine = await start({ ledger });
    const held = await ledgerAtFirstByte(engine, ledger, '{"text":"hi","rid":"r"}');
    expect(JSON.parse(held)).toMatchObject({ rid: 'r', prompt_ids: [104, 105] });
  });

  it('holds ids and log-probs exactly as they are sent, asked for or not', async () => {
    const ledger = join(tempFolder(), 'ledger.jsonl');
    const engine = await start({ ledger });
    const asked = await generate(engine, { text: 'hi', rid: 'a' });
    await generate(engine, { text: 'hi', rid: 'b', return_logprob: false });
    await stream(engine, { text: 'hi', rid: 'c' });
    const expected = {
      prompt_ids: [104, 105],
      ids: asked.output_ids,
      logprobs: asked.meta_info.output_token_logprobs?.map(([value]) => value),
    };
    expect(readLedger(ledger)).toEqual(['a', 'b', 'c'].map((rid) => ({ rid, ...expected })));
    expect(engine.stats().ledgerEntries).toBe(3);
  });

  it('is appended to, by one engine after the other', async () => {
    const ledger = join(tempFolder(), 'ledger.jsonl');
    for (const rid of ['a', 'b']) {
      const engine = await start({ ledger });
      await generate(engine, { text: 'hi', rid });
      await engine.close();
    }
    expect(readLedger(ledger).map((entry) => entry.rid)).toEqual(['a', 'b']);
  });

  it('has nothing of refused requests, and one line for each of a batch', async () => {
    const ledger = join(tempFolder(), 'ledger.jsonl');
    const engine = await start({ ledger });
    await post(engine, '/generate', { input_ids: [] });
    await post(engine, '/generate', { text: ['a', 'b'], rid: 'r' });
    expect(
      readLedger(ledger)
        .map((entry) => entry.rid)
        .toSorted(),
    ).toEqual(['r_0', 'r_1']);
  });

  it('that cannot be written stops the start, naming the file', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, 'not a folder');
    await expect(start({ ledger: join(file, 'ledger.jsonl') })).rejects.toThrow(
      `ledger ${join(file, 'ledger.jsonl')}: cannot be written`,
    );
  });
});
