import { PluginError } from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import { packageOfSpec, parsePluginSpec } from '../../src/plugins/parse-spec.ts';

describe('parsePluginSpec', () => {
  test.each([
    ['./rm.ts', { kind: 'file', file: '/home/me/rm.ts', exportName: null }],
    ['./a/rm.ts#score', { kind: 'file', file: '/home/me/a/rm.ts', exportName: 'score' }],
    ['../rm.mjs', { kind: 'file', file: '/home/rm.mjs', exportName: null }],
    ['/abs/rm.ts#default', { kind: 'file', file: '/abs/rm.ts', exportName: 'default' }],
    ['file:///abs/my%20rm.ts', { kind: 'file', file: '/abs/my rm.ts', exportName: null }],
    ['pkg', { kind: 'package', packageName: 'pkg', subpath: null, exportName: null }],
    [
      '@scope/pkg/sub/rm#x',
      { kind: 'package', packageName: '@scope/pkg', subpath: 'sub/rm', exportName: 'x' },
    ],
    ['rm.ts', { kind: 'package', packageName: 'rm.ts', subpath: null, exportName: null }],
  ])('reads %s', (spec, parsed) => {
    expect(parsePluginSpec(spec, '/home/me')).toEqual(parsed);
  });

  test.each(['', '#x', './rm.ts#', 'a b', '@scope', 'http://host/rm.ts'])('refuses %j', (spec) => {
    expect(() => parsePluginSpec(spec, '/home/me')).toThrow(PluginError);
  });
});

test('packageOfSpec gives the package of a spec and null for files', () => {
  expect([
    packageOfSpec('./rm.ts'),
    packageOfSpec('slime-env-geo3k'),
    packageOfSpec('@me/env/sub#name'),
  ]).toEqual([null, 'slime-env-geo3k', '@me/env']);
});
