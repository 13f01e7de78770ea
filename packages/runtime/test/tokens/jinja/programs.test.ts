import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRenders } from './compare-renders.ts';
import { lexicalProgram } from './lexical-programs.ts';
import { expressionProgram, statementProgram, VARIABLES } from './programs.ts';
import { pythonMissing, renderWithPython } from './python-jinja.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';

describe('random programs give in this compiler what they give in Python’s Jinja', () => {
  test.for([
    ['expressions', expressionProgram, isFull ? 20_000 : 1500],
    ['lexing', lexicalProgram, isFull ? 10_000 : 800],
    ['statements', statementProgram, isFull ? 10_000 : 500],
  ] as const)('%s', { timeout: 600_000 }, ([name, program, count], context) => {
    const missing = pythonMissing();
    if (missing !== undefined) return context.skip(missing);
    const templates = [...new Set(fc.sample(program, { seed: 11, numRuns: count }))];
    const cases = templates.map((template) => ({ template, json: VARIABLES }));
    const { rendered, refused, different } = compareRenders(cases, renderWithPython(cases));
    console.log(
      `${name}: ${cases.length} programs, ${rendered} rendered by Python, ` +
        `${refused.length} of them refused by name, ${different.length} different`,
    );
    expect(different.slice(0, 5)).toEqual([]);
    expect(rendered).toBeGreaterThan(cases.length / 4);
    expect(refused.length).toBeLessThan(rendered / 8);
  });
});
