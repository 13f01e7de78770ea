import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worldHash } from '../../src/index.ts';
import { dumpJson } from '../../src/python/dump-json.ts';
import { runCli } from '../run-cli.ts';
import { airlineTables, smallAirline } from '../small-worlds.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slime-tau-'));
  await mkdir(join(folder, 'airline', 'db'), { recursive: true });
  for (const [name, records] of airlineTables()) {
    await writeFile(join(folder, 'airline', 'db', `${name}.json`), dumpJson(records));
  }
});

afterAll(() => rm(folder, { recursive: true }));

const call = (env: string): string[] => ['call', '--env', env, '--data', folder];

describe('slime-env-tau call', () => {
  it('applies each line to a fresh world and prints what its call gave', async () => {
    const send = '{"name": "send_certificate", "kwargs": {"user_id": "bo_ito_2", "amount": 1.0}}';
    const lines = [
      `{"setup": [${send}, ${send}, ${send}], "call": ${send}, "id": 1}`,
      '',
      `{"call": ${send}}`,
      '{"call": {"name": "fly", "kwargs": {}}}',
      '{"call": {"name": "think", "kwargs": {}}}',
    ];
    const { code, stdout, stderr } = await runCli(call('airline'), lines.join('\n'));
    const fresh = worldHash(smallAirline());

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { observation: null, raised: false, data_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      {
        observation: 'Certificate certificate_3221322 added to user bo_ito_2 with amount 1.0.',
        raised: false,
        data_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      { observation: 'Unknown action fly', raised: false, data_hash: fresh },
      {
        observation: 'Error: think needs thought, which the call does not give',
        raised: true,
        data_hash: fresh,
      },
    ]);
  });

  it.for([
    ['{"call": ', /line 1 of the standard input is no JSON/],
    ['{"call": {"name": 5, "kwargs": {}}}', /line 1 of the standard input: call\.name /],
    ['[]', /line 1 of the standard input: {2}must be an object/],
  ] as const)('refuses the line %s and names it', async ([line, message]) => {
    const { code, stderr } = await runCli(call('airline'), line);

    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('says where it looked for a database that is not there', async () => {
    const { code, stderr } = await runCli(call('retail'));

    expect(code).toBe(2);
    expect(stderr).toContain('holds no retail database: orders.json, products.json, users.json');
  });

  it('refuses flags that are wrong', async () => {
    expect((await runCli(call('hotel'))).code).toBe(2);
    expect((await runCli(['call', '--env', 'airline'])).code).toBe(2);
    expect((await runCli(['--help'])).code).toBe(0);
  });
});
