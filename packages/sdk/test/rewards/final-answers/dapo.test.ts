import { describe, expect, it } from 'vitest';
import { dapo } from '../../../src/rewards/index.ts';
import { besideTheLabel, readFinalAnswers } from './read-table.ts';

const answers = readFinalAnswers('dapo');

describe('a final answer behind a mark', () => {
  it.each([...answers, ...besideTheLabel(answers)])('$answer for $label: $isRight', async (row) => {
    const { label, answer, isRight } = row;
    const response = answer.startsWith('!') ? answer.slice(1) : `Answer: ${answer}`;

    expect(await dapo(response, label)).toMatchObject({ reward: isRight ? 1 : -1 });
  });
});
