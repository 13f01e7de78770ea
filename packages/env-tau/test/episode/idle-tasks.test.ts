import { describe, expect, it, type TestContext } from 'vitest';
import { type Domain, DOMAINS, isIdleTask, loadTauData, type TauData } from '../../src/index.ts';
import { oracle } from '../../src/policies.ts';
import { buildPolicy, playPolicy } from '../policy/play-policy.ts';
import { recordedFolder } from '../shared-tau.ts';
import { callText, openEnv, playTexts } from './open-env.ts';

const COMMUNICATE = { idle_tasks: 'communicate' } as const;
const DONE = 'All of it is done.';

interface IdleTask {
  readonly env: Domain;
  readonly split: string;
  readonly index: number;
  readonly userId: string;
  readonly handsOver: boolean;
  readonly data: TauData;
}

async function idleTasks(folder: string | undefined): Promise<IdleTask[]> {
  const all = await Promise.all(DOMAINS.map((env) => loadTauData(env, folder)));
  return all.flatMap((data) =>
    [...data.tasks].flatMap(([split, tasks]) =>
      tasks.flatMap((task, index) => {
        if (!isIdleTask(data.database, task)) return [];
        const handsOver = task.actions.some(({ name }) => name === 'transfer_to_human_agents');
        return { env: data.domain, split, index, userId: task.user_id, handsOver, data };
      }),
    ),
  );
}

const call = (name: string, kwargs: Record<string, string>): string =>
  callText(name, new Map(Object.entries(kwargs)));
const think = (thought: string): string => call('think', { thought });
const handOver = (summary: string): string => call('transfer_to_human_agents', { summary });
const lookAt = (userId: string): string => call('get_user_details', { user_id: userId });

/** A user, and an order or reservation, that the task is not about. */
function strangers({ data, userId }: IdleTask): string[] {
  const { database } = data;
  const isRetail = database.domain === 'retail';
  const kept = isRetail ? database.orders.records : database.reservations.records;
  const [other = ''] = [...database.users.records.keys()].filter((id) => id !== userId);
  const [record = ''] = [...kept].flatMap(([id, one]) => (one.get('user_id') === userId ? [] : id));
  const [tool, key] = isRetail ? ['order', 'order_id'] : ['reservation', 'reservation_id'];
  return [lookAt(other), call(`get_${tool}_details`, { [key]: record })];
}

/** Calls that show nothing of the user's own, with the user's id wherever it can stand. */
function blindCalls(task: IdleTask): string[] {
  const { userId } = task;
  return [
    think(userId),
    call('calculate', { expression: userId }),
    call('fly', { user_id: userId }),
    call('get_user_details', { user_id: userId, note: userId }),
    call('think', { thought: userId, user_id: userId }),
    lookAt(`${userId} `),
    call('get_order_details', { order_id: userId, user_id: userId }),
    call('get_reservation_details', { reservation_id: userId }),
    call('find_user_id_by_email', { email: userId }),
    ...strangers(task),
  ];
}

async function rewardOf({ env, split, index, data }: IdleTask, texts: readonly string[]) {
  const config = { ...COMMUNICATE, env, task_split: split, data_dir: data.folder };
  const { reward, isDone } = await playTexts(await openEnv({ index }, config), texts);
  expect(isDone).toBe(true);
  return reward;
}

describe.for<[string, number, (context: TestContext) => string | undefined]>([
  ['the small worlds', 4, () => undefined],
  ['the benchmark', 32, recordedFolder],
])('an idle task of %s, where a report is asked for,', ([, count, folderOf]) => {
  it('pays nobody who saw nothing of the user', { timeout: 60_000 }, async (context) => {
    const tasks = await idleTasks(folderOf(context));
    expect(tasks).toHaveLength(count);
    for (const task of tasks) {
      const { userId } = task;
      expect(await rewardOf(task, [handOver(userId)])).toBe(0);
      for (const blind of blindCalls(task)) {
        const words = `${userId}: ${DONE}`;
        expect([blind, await rewardOf(task, [blind, handOver(userId)])]).toEqual([blind, 0]);
        expect([blind, await rewardOf(task, [blind, words])]).toEqual([blind, 0]);
      }
    }
  });

  it("takes a hand-over for a report where the task's own actions hand over", async (context) => {
    for (const task of await idleTasks(folderOf(context))) {
      const look = lookAt(task.userId);
      expect(await rewardOf(task, [look, handOver('')])).toBe(task.handsOver ? 1 : 0);
      expect(await rewardOf(task, [look, DONE])).toBe(task.handsOver ? 0 : 1);
      expect(await rewardOf(task, [look, 'I see your records.', handOver('')])).toBe(1);
    }
  });

  it('pays the oracle', { timeout: 60_000 }, async (context) => {
    for (const { env, split, index, data } of await idleTasks(folderOf(context))) {
      const config = { ...COMMUNICATE, oracle_error_rate: 0, data_dir: data.folder };
      const policy = await buildPolicy(oracle, config);
      const played = await playPolicy(policy, { env, task_split: split, index, config });
      expect([env, split, index, played.reward]).toEqual([env, split, index, 1]);
    }
  });
});

it("an order or a reservation of the user's own, and an id that was found, are looks", async () => {
  const own = new Map([
    [
      'retail',
      call('find_user_id_by_name_zip', { first_name: 'Arvid', last_name: 'Novak', zip: '31429' }),
    ],
    ['airline', call('get_reservation_details', { reservation_id: 'UMR6MH' })],
  ]);
  const tasks = (await idleTasks(undefined)).filter(({ split }) => split === 'test');
  expect(tasks.map(({ env }) => env).toSorted()).toEqual(['airline', 'retail']);
  for (const task of tasks) expect(await rewardOf(task, [own.get(task.env) ?? '', DONE])).toBe(1);
});
