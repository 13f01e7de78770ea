// `node tests/bench/graders.mjs`: verdicts a second of CPU on simple answers, and the CPU of the worst
// of some hostile responses of a megabyte, by grader, as JSON. Needs `npm run build`.
import { graders } from 'slime-sdk/rewards';

const SECONDS = Number(process.argv[2] ?? 1);
const MEGABYTE = 1 << 20;

const simple = {
  math: ['So the answer is \\boxed{48}.', { label: '48.0', metadata: {} }],
  dapo: ['So it is.\nAnswer: 48', { label: '48.0', metadata: {} }],
  deepscaler: ['<think>Hm.</think>So \\boxed{48}.', { label: '48.0', metadata: {} }],
  f1: ['It is the capital of France', { label: 'Paris, France', metadata: {} }],
  gpqa: ['So the answer is (B).', { label: 1, metadata: { choices: ['x', 'y', 'z', 'w'] } }],
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
];

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function verdictsASecond([policyText, row], grader) {
  const grade = async (times) => {
    for (let at = 0; at < times; at += 1) await grader.grade({ policyText, seed: at }, row);
  };
  await grade(2000);
  const start = cpu();
  let count = 0;
  while (cpu() - start < SECONDS * 1000) {
    await grade(500);
    count += 500;
  }
  return Math.round((count * 1000) / (cpu() - start));
}

async function worst([, row], grader) {
  let slowest = { text: '', cpuMs: 0 };
  for (const text of floods) {
    const policyText = text.repeat(Math.ceil(MEGABYTE / text.length)).slice(0, MEGABYTE);
    const start = cpu();
    await grader.grade({ policyText, seed: 0 }, row);
    const cpuMs = Math.round(cpu() - start);
    if (cpuMs > slowest.cpuMs) slowest = { text, cpuMs };
  }
  return slowest;
}

const results = {};
for (const [name, input] of Object.entries(simple)) {
  results[name] = {
    verdictsPerCpuSecond: await verdictsASecond(input, graders[name]),
    worstMegabyte: await worst(input, graders[name]),
  };
}
console.log(JSON.stringify({ node: process.version, seconds: SECONDS, results }, null, 2));
