import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSglangEngine } from '../../../src/engine/sglang/sglang-engine.ts';
import { hang, serve, status } from '../scripted-server.ts';
import { answer } from './replies.ts';

/** Sockets and servers that keep this process alive. */
function handles(): string[] {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));
}

it('closing ends what runs, tells the workers and leaves no handle behind', async () => {
  const server = await serve({
    '/generate': [answer(), hang],
    '/abort_request': status(200),
  });
  const engine = createSglangEngine({ url: server.url, concurrency: 4, nonce: 'run1' });
  const generate = () =>
    engine.generate(
      { input_ids: [1], sampling_params: {} },
      { signal: new AbortController().signal, routingKey: 'key' },
    );
  await generate();
  const running = generate().then(
    () => 'answered',
    (error: unknown) => error,
  );
  const sent = await server.arrived('/generate', 2);
  await engine.close();
  expect(await running).toMatchObject({ data: { cause: 'closed' } });
  expect(server.at('/abort_request').map((told) => told.json?.['rid'])).toEqual([
    sent[1]?.json?.['rid'],
  ]);
  // A closed handle is let go of some turns of the event loop later.
  for (let turn = 0; turn < 1000 && handles().length > 1; turn += 1) await setImmediate();
  expect(handles()).toEqual(['TCPServerWrap']);
});
