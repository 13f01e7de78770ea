import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { growthOf, openHandles } from '../../../src/suites/env/open-handles.ts';

describe('open handles', () => {
  it('count timers, sockets and listeners', async () => {
    const before = openHandles();
    const timer = setInterval(() => {}, 3_600_000);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const listen = (): void => {};
    process.on('SIGUSR2', listen);
    const growth = growthOf(before, openHandles());
    process.off('SIGUSR2', listen);
    clearInterval(timer);
    server.close();
    await once(server, 'close');
    expect(growth).toMatch(/Timeout: \d+, then \d+/);
    expect(growth).toMatch(/TCPServerWrap/);
    expect(growth).toMatch(/listeners of process "SIGUSR2": 0, then 1/);
  });

  it('have grown only where there is more of a kind', () => {
    expect(growthOf({ Timeout: 2, Pipe: 1 }, { Timeout: 1, Pipe: 1 })).toBeNull();
    expect(growthOf({ Timeout: 1 }, { Timeout: 3, Pipe: 1 })).toBe(
      'Timeout: 1, then 3, Pipe: 0, then 1',
    );
  });
});
