// `node tests/bench/graders.mjs`: verdicts a second of CPU by kind of answer (the median of some
// rounds), and the CPU of the worst of some hostile responses, by grader, as JSON. `--quick` for a
// fast look. Needs `npm run build`. Notes beside figures: README.md.
import { graders } from 'slime-sdk/rewards';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 3 : 7;
const ROUND_MS = quick ? 50 : 300;
const MEGABYTE = 1 << 20;

const boxed = (answer, label) => [`So the answer is \\boxed{${answer}}.`, { label, metadata: {} }];
const letters = { label: 1, metadata: { choices: ['x', 'y', 'z', 'w'] } };

/** By grader: what is graded, by kind. */
const simple = {
  math: {
    integer: boxed('48', '48'),
    decimal: boxed('48.0', 48),
    fraction: boxed('\\frac{1}{2}', '0.5'),
    wrong: boxed('47', '48'),
    unit: boxed('5\\text{ cm}', '5'),
    tuple: boxed('(1,2)', '(1, 2.0)'),
    root: boxed('2\\sqrt{3}', '\\sqrt{12}'),
    polynomial: boxed('(x+1)^2', 'x^2+2x+1'),
  },
  dapo: { integer: ['So it is.\nAnswer: 48', { label: '48.0', metadata: {} }] },
  deepscaler: { integer: ['<think>Hm.</think>So \\boxed{48}.', { label: '48.0', metadata: {} }] },
  f1: { sentence: ['It is the capital of France', { label: 'Paris, France', metadata: {} }] },
  ifbench: {
    two_instructions: [
      'no comma here',
      {
        label: null,
        metadata: {
          instruction_id_list: ['punctuation:no_comma', 'change_case:english_lowercase'],
          kwargs: [{}, {}],
        },
      },
    ],
  },
  gpqa: { letter: ['So the answer is (B).', letters] },
};

const floods = [
  'a',
  'A B ',
  'ABC D',
  'A proton ',
  'İ',
  'answer:',
  'Answer: 1\n',
  'the answer is a b ',
  'an a the ',
  '\\boxed{',
  '\\',
  ' ',
  '(',
  '\\frac',
  '9',
  'Option A: ',
  'A ✓ ',
  'A, B and ',
  '答案',
  'A、',
  '1.2e6 ',
  'the 、vitamin that fits is *',
];
const sum = (count, term) => Array.from({ length: count }, (_, at) => term(at + 1)).join('+');
const answers = [
  '9**9**9',
  '10^{10^{10}}',
  '99999999!',
  '(1+\\sqrt2+\\sqrt3+\\sqrt5)^{300}',
  sum(40, (at) => `\\sin(${at}x)`),
  sum(60, (at) => `\\frac{1}{x+${at}}`),
  sum(60, (at) => `\\arctan(\\sqrt{${at}})`),
  sum(12, (at) => `\\cos\\frac{\\pi}{${2 * at + 17}}`),
  `${'\\frac{1}{1+'.repeat(60)}x${'}'.repeat(60)}`,
];
const hostile = [
  ...floods.map((text) => text.repeat(Math.ceil(MEGABYTE / text.length)).slice(0, MEGABYTE)),
  ...answers.map((answer) => `Answer: ${answer}\nso \\boxed{${answer}}`),
];

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

async function verdictsASecond([policyText, row], grader) {
  const grade = async (times) => {
    for (let at = 0; at < times; at += 1) await grader.grade({ policyText, seed: at }, row);
  };
  await grade(2000);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = cpu();
    let count = 0;
    while (cpu() - start < ROUND_MS) {
      await grade(200);
      count += 200;
    }
    rounds.push((count * 1000) / (cpu() - start));
  }
  return Math.round(median(rounds));
}

/** The slowest of the hostile responses: the median of its rounds, and its first one. */
async function worstCpu([, row], grader) {
  let slowest = { text: '', cpuMs: 0, firstMs: 0 };
  for (const policyText of hostile) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = cpu();
      await grader.grade({ policyText, seed: 0 }, row);
      rounds.push(Math.round((cpu() - start) * 10) / 10);
    }
    const cpuMs = median(rounds);
    if (cpuMs > slowest.cpuMs) {
      slowest = { text: policyText.slice(0, 40), cpuMs, firstMs: rounds[0] };
    }
  }
  return slowest;
}

const results = {};
for (const [name, kinds] of Object.entries(simple)) {
  const verdictsPerCpuSecond = {};
  for (const [kind, input] of Object.entries(kinds)) {
    verdictsPerCpuSecond[kind] = await verdictsASecond(input, graders[name]);
  }
  const [first] = Object.values(kinds);
  results[name] = { verdictsPerCpuSecond, worst: await worstCpu(first, graders[name]) };
}
console.log(JSON.stringify({ node: process.version, rounds: ROUNDS, results }, null, 2));
