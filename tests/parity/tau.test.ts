import {
  createWorld,
  type Domain,
  forkWorld,
  isSameState,
  parseJson,
  type PyValue,
  toolSpecs,
  worldHash,
} from 'slime-env-tau';
import { describe, expect, it } from 'vitest';
import {
  answer,
  field,
  list,
  readRows,
  readTools,
  recordedCall,
  recordedDatabase,
  recordedWorld,
  text,
} from './tau-rows.ts';

const REPLAYS: readonly [Domain, string, number][] = [
  ['retail', 'train', 500],
  ['retail', 'test', 115],
  ['retail', 'dev', 20],
  ['airline', 'test', 50],
];

const FUZZ: readonly [Domain, number][] = [
  ['retail', 598],
  ['airline', 509],
];

/** A schema without its descriptions, which are the benchmark's own words. */
function withoutWords(schema: PyValue): PyValue {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (!(schema instanceof Map)) return schema;
  const rest = [...schema].filter(
    ([key, value]) => key !== 'description' || typeof value !== 'string',
  );
  return new Map(rest.map(([key, value]) => [key, withoutWords(value)]));
}

describe('the worlds of tau-bench, against its recorded runs', () => {
  it.for(REPLAYS)(
    'give every observation and hash of the %s %s tasks',
    async ([domain, split, tasks], context) => {
      const rows = readRows(context, `replay_${domain}_${split}.jsonl`);
      const database = await recordedDatabase(domain);

      expect(rows).toHaveLength(tasks);
      for (const row of rows) {
        const world = createWorld(database);
        const task = `${domain} ${split} ${text(row, 'user_id')}`;
        expect([task, worldHash(world)]).toEqual([task, text(row, 'initial_data_hash')]);
        for (const action of list(row, 'actions')) {
          const call = recordedCall(action);
          expect({ task, ...call, ...answer(world, call) }).toEqual({ task, ...call });
        }
        expect([task, worldHash(world)]).toEqual([task, text(row, 'data_hash')]);
      }
    },
  );

  it.for(FUZZ)(
    'answer every unusual %s call as recorded, or with a sentence of their own',
    async ([domain, count], context) => {
      const rows = readRows(context, `fuzz_${domain}.jsonl`);

      expect(rows).toHaveLength(count);
      for (const row of rows) {
        const world = await recordedWorld(domain);
        for (const call of list(row, 'setup').map((one) => recordedCall(one))) {
          expect(answer(world, call)).toEqual({
            observation: call.observation,
            raised: call.raised,
          });
        }
        const call = recordedCall(field(row, 'call'), row);
        const { observation, raised } = answer(world, call);
        const hash = worldHash(world);
        const recorded = { raised: call.raised, hash: text(row, 'data_hash') };

        expect({ ...call, raised, hash }).toEqual({ ...call, ...recorded });
        if (field(row, 'python_message') === true) {
          // A sentence: no word of Python's, and short enough for a turn.
          expect(observation).toMatch(/^Error: [a-z].{10,300}$/);
          expect(observation).not.toMatch(/invoke|keyword|NoneType|object is not|<string>/);
        } else {
          expect({ ...call, observation }).toEqual(call);
        }
        const fresh = createWorld(await recordedDatabase(domain));
        expect(isSameState(world, fresh)).toBe(field(row, 'changed') === false);
      }
    },
  );

  it.for(['retail', 'airline'] as const)(
    'have the tools of %s in their order, with the kinds of their parameters',
    (domain, context) => {
      const recorded = readTools(context, domain).map(withoutWords);

      expect(
        toolSpecs(domain).map((tool) => withoutWords(parseJson(JSON.stringify(tool), 'tool'))),
      ).toEqual(recorded);
    },
  );

  it('leave forked worlds and the database as they were', async (context) => {
    const [row] = readRows(context, 'fuzz_retail.jsonl').filter(
      (one) => field(one, 'changed') === true,
    );
    if (row === undefined) throw new Error('no recorded call changes the database');
    const world = await recordedWorld('retail');
    const before = worldHash(world);
    const fork = forkWorld(world);
    answer(world, recordedCall(field(row, 'call'), row));

    expect(worldHash(world)).toBe(text(row, 'data_hash'));
    expect([worldHash(fork), worldHash(await recordedWorld('retail'))]).toEqual([before, before]);
  });
});
