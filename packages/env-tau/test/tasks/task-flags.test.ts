import { describe, expect, it } from 'vitest';
import {
  createDatabase,
  FLAG_REASONS,
  parseJson,
  readTask,
  type Task,
  taskFlags,
} from '../../src/index.ts';
import { retailTables } from '../small-worlds.ts';

const database = createDatabase('retail', retailTables());

const READ = '{"name": "get_order_details", "kwargs": {"order_id": "#W2"}}';
const CANCEL =
  '{"name": "cancel_pending_order", "kwargs": {"order_id": "#W2", "reason": "no longer needed"}}';
const TRANSFER = '{"name": "transfer_to_human_agents", "kwargs": {"summary": ""}}';
const RETURN =
  '{"name": "return_delivered_order_items", "kwargs": ' +
  '{"order_id": "#W2", "item_ids": [], "payment_method_id": "gift_card_1"}}';

function task(actions: readonly string[], outputs: readonly string[] = []): Task {
  const text = `{"user_id": "ada_li_1", "instruction": "You are Ada in Bern.", "actions": [${actions.join()}], "outputs": ${JSON.stringify(outputs)}}`;
  return readTask(parseJson(text, 'task'), 'task');
}

describe('the flags of a task', () => {
  it.for<[string, Task, (readonly [string, string])[]]>([
    ['a sound task', task([READ, CANCEL], ['10.1']), []],
    ['one that only reads', task([READ]), [['do_nothing_passes', '1 actions']]],
    ['one without actions', task([]), [['do_nothing_passes', '0 actions']]],
    ['a question', task([READ], ['10.1']), [['state_unchanged', '1 actions']]],
    [
      'outputs that any reply may hold',
      task([CANCEL], ['', '4', 'Bern', 'ADA in']),
      ['', '4', 'Bern', 'ADA in'].map((output) => ['trivial_output', output]),
    ],
    [
      'an output with a comma',
      task([CANCEL], ['1,010.10']),
      [
        ['unmatchable_output', '1,010.10'],
        ['output_beyond_gold', '1,010.10'],
      ],
    ],
    [
      'an output that no action shows',
      task([CANCEL], ['77.77']),
      [['output_beyond_gold', '77.77']],
    ],
    [
      'a change that the world refuses',
      task([RETURN, CANCEL]),
      [
        [
          'refused_action',
          'actions[0] return_delivered_order_items: Error: non-delivered order cannot be returned',
        ],
      ],
    ],
    ['a look-up that fails', task([READ.replace('#W2', '#W9'), CANCEL]), []],
    ['a transfer at the end', task([CANCEL, TRANSFER]), []],
    ['a transfer before', task([TRANSFER, CANCEL]), [['actions_after_transfer', 'actions[0]']]],
  ])('tell of %s', ([, one, expected]) => {
    const flags = taskFlags(one, { database });

    expect(flags.map(({ reason, detail }) => [reason, detail])).toEqual(expected);
    expect(flags.filter(({ reason }) => !(reason in FLAG_REASONS))).toEqual([]);
  });
});
