import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { writeLine } from '../../src/cli/cli-context.ts';
import { reportError } from '../../src/cli/report-error.ts';

async function errorOfWriting(stream: Writable): Promise<unknown> {
  stream.on('error', () => {});
  return writeLine(stream, 'a line').then(
    () => null,
    (error: unknown) => error,
  );
}

describe('an error of standard output', () => {
  it('that a plugin has ended or destroyed is no fault of the program', async () => {
    const ended = new PassThrough();
    ended.end();
    const destroyed = new PassThrough();
    destroyed.destroy();
    await once(destroyed, 'close');
    for (const stream of [ended, destroyed]) {
      const error = await errorOfWriting(stream);
      expect(error).toBeInstanceOf(Error);
      const stderr = new PassThrough({ encoding: 'utf8' });
      expect(reportError(error, stderr, false)).toBe(1);
      expect(stderr.read()).toBeNull();
    }
  });

  it('of another kind is told of', async () => {
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(new Error('no space left')),
    });
    const stderr = new PassThrough({ encoding: 'utf8' });
    expect(reportError(await errorOfWriting(full), stderr, false)).toBe(3);
    expect(stderr.read()).toContain('no space left');
  });
});
