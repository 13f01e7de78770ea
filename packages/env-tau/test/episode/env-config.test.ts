import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from 'slime-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tauEnv } from '../../src/index.ts';
import { SHIPPED_DATA } from '../../src/shipped-data.ts';

let empty: string;

beforeEach(async () => {
  empty = await mkdtemp(join(tmpdir(), 'slime-tau-empty-'));
  vi.stubEnv('OPENAI_API_KEY', '');
  vi.stubEnv('SLIME_TAU_DATA', '');
  vi.stubEnv('TAU_TEST_KEY', 'sk-very-secret-key');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(empty, { recursive: true });
});

/** What is said against a configuration before an episode: `key: message`. */
function faultsOf(config: JsonObject): string[] {
  const parsed = tauEnv.config?.safeParse(config);
  if (parsed === undefined) throw new Error('the environment declares no configuration');
  return (parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('a configuration that no episode can be played by is refused at the start', () => {
  it.each<[JsonObject, RegExp]>([
    [{ user_strategy: 'llm' }, /^user_strategy: .*user_model is missing/],
    [{ user_strategy: 'reflection' }, /^user_strategy: .*reflection.*user_model is missing/],
    [
      { user_model: 'm' },
      /^user_strategy: .*variable OPENAI_API_KEY is not set.* user_api_key_env$/,
    ],
    [
      { user_model: 'm', user_base_url: 'http://x/v1', user_api_key_env: 'TAU_NO_KEY' },
      /variable TAU_NO_KEY is not set/,
    ],
    [{ user_model: 'm', user_base_url: 'ftp://x' }, /baseUrl/],
    [{ user_model: 'm', user_model_provider: 'auto_router' }, /no address is known/],
    [{ agent_strategy: 'act', tool_instruction: 'one_call' }, /^tool_instruction: .*shows it none/],
    [
      { user_strategy: 'scripted', user_model: 'm' },
      /^user_strategy: user_strategy "scripted" asks no model, and user_model would be for nothing: leave it out/,
    ],
    [{ user_strategy: 'human', user_model: 'm' }, /user_strategy "human" asks no model/],
    [
      { user_base_url: 'http://x/v1', user_temperature: 0 },
      /no user_model is named, .*user_base_url, user_temperature would be for nothing: leave them out/,
    ],
    [{ user_cost_limit: 1 }, /no user_model is named, .*user_cost_limit would/],
    [
      { few_shot_displays_path: 'shots.jsonl' },
      /^few_shot_displays_path: agent_strategy "tool-calling" shows no conversations/,
    ],
    [
      { data_dir: '/no/such/folder' },
      /^data_dir: the folder \/no\/such\/folder of data_dir is not/,
    ],
  ])('%j', (config, fault) => {
    const faults = faultsOf(config);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
    expect(faults[0]).not.toContain('sk-very');
  });

  it('a folder without data, by config or by the environment variable', () => {
    const said = `holds no data of retail or airline, tables and wiki.md: name one`;
    expect(faultsOf({ data_dir: empty }).join()).toContain(
      `the folder ${empty} of data_dir ${said}`,
    );
    expect(faultsOf({ data_dir: empty, env: 'airline' }).join()).toContain('data of airline, ');
    vi.stubEnv('SLIME_TAU_DATA', empty);
    expect(faultsOf({}).join()).toContain(`the folder ${empty} of SLIME_TAU_DATA ${said}`);
  });
});

it.each<JsonObject>([
  {},
  { user_strategy: 'human' },
  { user_model: 'm', user_base_url: 'http://127.0.0.1:9/v1' },
  { user_model: 'm', user_api_key_env: 'TAU_TEST_KEY' },
  { data_dir: SHIPPED_DATA },
  { data_dir: SHIPPED_DATA, env: 'airline' },
  { data_dir: join(SHIPPED_DATA, 'retail'), env: 'retail' },
])('%j may be played', (config) => {
  expect(faultsOf(config)).toEqual([]);
});
