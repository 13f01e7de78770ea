import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../src/index.ts';

const tool = defineTool({
  name: 'calc_score',
  description: 'Checks an answer.',
  parameters: z.object({ answer: z.string(), digits: z.int().default(2) }),
  execute: ({ answer, digits }) => `${answer} to ${digits}`,
});

describe('defineTool', () => {
  it('gives the template a tool schema made from the zod schema', () => {
    expect(tool.spec).toEqual({
      type: 'function',
      function: {
        name: 'calc_score',
        description: 'Checks an answer.',
        parameters: {
          type: 'object',
          properties: {
            answer: { type: 'string' },
            digits: {
              type: 'integer',
              default: 2,
              minimum: Number.MIN_SAFE_INTEGER,
              maximum: Number.MAX_SAFE_INTEGER,
            },
          },
          required: ['answer'],
        },
      },
    });
  });

  it('checks arguments and says what is wrong, never throwing', () => {
    expect(tool.parse({ answer: '7' })).toEqual({ ok: true, value: { answer: '7', digits: 2 } });
    expect(tool.parse(['7'])).toMatchObject({ ok: false });
    expect(tool.parse({ answer: 7 })).toMatchObject({
      ok: false,
      error: expect.stringContaining('answer:'),
    });
  });
});
