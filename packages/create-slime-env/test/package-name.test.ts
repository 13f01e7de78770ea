import { describe, expect, it } from 'vitest';
import { nameProblem, suggestName } from '../src/package-name.ts';

describe('a name', () => {
  it.each(['my-env', 'slime-env-crates', 'a', '1', 'x.y_z-1', '@me/env', '@my-org/slime.env'])(
    '%s is one that npm takes',
    (name) => {
      expect(nameProblem(name)).toBeNull();
    },
  );

  it.each([
    ['', 'needs a name'],
    ['My-Env', 'capital letters'],
    ['my env', '"my env" must start with'],
    ['.env', '".env" must start with'],
    ['_env', '"_env" must start with'],
    ['-env', '"-env" must start with'],
    ['env!', '"env!" must start with'],
    ['my/env', '"my/env" must start with'],
    ['ümlaut', '"ümlaut" must start with'],
    ['..', '".." must start with'],
    ['@me', '@scope/name'],
    ['@me/', '"" must start with'],
    ['@/env', '"" must start with'],
    ['@me/a/b', '@scope/name'],
    ['@me/.env', '".env" must start with'],
    ['a'.repeat(215), 'at most 214 characters, this one has 215'],
    ['node_modules', 'Node.js or npm'],
    ['http', 'Node.js or npm'],
    ['fs', 'Node.js or npm'],
  ])('%j is refused', (name, problem) => {
    expect(nameProblem(name)).toContain(problem);
  });

  it('is refused when the package installs another of that name', () => {
    expect(nameProblem('slime-sdk', ['slime-sdk'])).toContain('installs another');
  });
});

describe('a suggested name', () => {
  it.each([
    ['My Env', 'my-env'],
    ['  .hidden_', 'hidden'],
    ['Ümlaut', 'u-mlaut'],
    ['@Me/Env', 'me-env'],
    ['!!!', null],
    ['', null],
    ['HTTP', null],
  ])('for %j is %j', (text, name) => {
    expect(suggestName(text)).toBe(name);
  });
});
