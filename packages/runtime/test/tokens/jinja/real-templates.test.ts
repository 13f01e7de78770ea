import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QWEN25_SHAPE } from '../templates/qwen2.5-shape.ts';
import { realTemplates } from '../templates/real-templates.ts';
import { BUILTIN_TEMPLATE } from '../../../src/tokens/builtin-template.ts';
import { compareRenders } from './compare-renders.ts';
import { conversationJson } from './json-conversations.ts';
import { pythonMissing, renderWithPython } from './python-jinja.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const CONVERSATIONS = isFull ? 10_000 : 300;
/** Templates that each conversation goes through, in turn. */
const TEMPLATES_EACH = isFull ? 8 : 4;

describe('real templates write what they write in Python', () => {
  test.for(['jinja2', 'transformers'] as const)('by %s', { timeout: 600_000 }, (by, context) => {
    const missing = pythonMissing(by);
    if (missing !== undefined) return context.skip(missing);
    const templates = [...realTemplates().values(), QWEN25_SHAPE, BUILTIN_TEMPLATE];
    expect(templates.length).toBeGreaterThanOrEqual(60);
    const conversations = fc.sample(conversationJson, {
      seed: by === 'jinja2' ? 5 : 6,
      numRuns: by === 'jinja2' ? CONVERSATIONS : CONVERSATIONS / 5,
    });
    const cases = conversations.flatMap((json, at) =>
      Array.from({ length: TEMPLATES_EACH }, (_, each) => ({
        template: templates[(at * TEMPLATES_EACH + each) % templates.length] ?? '',
        json,
      })),
    );
    const { rendered, refused, different } = compareRenders(cases, renderWithPython(cases, by));
    console.log(
      `${by}: ${templates.length} templates, ${conversations.length} conversations, ` +
        `${cases.length} renderings, ${rendered} rendered by Python, ` +
        `${refused.length} refused by name, ${different.length} different`,
    );
    expect(different.slice(0, 3)).toEqual([]);
    expect(rendered).toBeGreaterThan(cases.length / 3);
    expect([...new Set(refused)]).toEqual([]);
  });
});
