import type { Ending } from './ending.ts';

const cities = ['Paris', 'London', 'Rome', 'Berlin'];
const speeds = ['5 m/s', '10 m/s', '15 m/s', '20 m/s'];
const roots = ['-2', '2', '4', '-4'];
const metals = ['copper', 'zinc', 'iron', 'aluminium'];
const markers = ['FOXP3', 'CD4', 'CD8', 'IL-2'];

/** The texts of several options stand in a response, and it settles on one of them, or on none. */
export const namedOnTheWay: readonly Ending[] = [
  ['London is in the UK. Berlin is in Germany. Therefore, the city is Berlin.', 'D', cities],
  ['London is in the UK. The capital of Germany is **Berlin**.', 'D', cities],
  [
    'Starting with 5 m/s, we get 10 m/s.\n\nThus, the final speed is $10\\,\\text{m/s}$.',
    'B',
    speeds,
  ],
  ['We start with 5 m/s.\n\nFinal speed: **10 m/s**', 'B', speeds],
  ['$$v = 5\\ \\text{m/s} + 5\\ \\text{m/s}$$\n\n**The final velocity is 10 m/s.**', 'B', speeds],
  ['Starting with 10 m/s, we get 15 m/s.\n\nThus, the speed is 15 m/s.', 'C', speeds],
  ['This gives x = 4 or x = -2. Since x > 0, x = 4.', 'C', roots],
  ['CD4 and CD8 are lineage markers. FOXP3 is the correct answer.', 'A', markers],
  ['FOXP3 is the answer. CD4 is shared by all helper T cells.', 'A', markers],
  ['CD4 is the answer. FOXP3 is only a transcription factor.', 'B', markers],
  ['The correct answer is copper, because zinc and iron react with acid.', 'A', metals],
  ['The answer is zinc; copper does not react.', 'B', metals],
  ['**Copper** – zinc, iron and aluminium react with acid.', 'A', metals],
  ['Zinc, iron and aluminium react. Hence the metal is copper.', 'A', metals],
  ['铜不反应，锌反应。因此答案是铜。', 'A', ['铜', '锌', '铁', '铝']],
  ['Rome is in Italy, so the capital of Germany, unlike Rome, is **Berlin**.', 'D', cities],
  ['Not Paris, London, or Rome, but Berlin.', 'D', cities],
  ['One might think of Rome, but since it rains the city is London.', 'B', cities],
  ['It is not Rome, but Paris and London are close.', '', cities],
  ['Rome is old, but Paris is older.', '', cities],
  // Lists, and what is only mentioned, settle on none.
  ['- **Paris**\n- **London**\n- **Rome**\n- **Berlin**', '', cities],
  ['Paris is in France. London is in the UK. Rome is in Italy. Berlin is in Germany.', '', cities],
  ['Rome is old. So it is Paris or Berlin.', '', cities],
  ['Rome is old. Therefore it could be Berlin.', '', cities],
  ['Rome is old. Hence Berlin is too young.', '', cities],
  ['Rome is old. So is it Berlin?', '', cities],
  ['Rome is old, and it could be **Berlin**.', '', cities],
  ['Therefore Rome. Paris is nice, too.', '', cities],
];
