import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { runServer } from 'verdaccio';
import { z } from 'zod';

/** A package as a registry holds it. */
export interface Tarball {
  /** The `package.json` inside. */
  manifest: { name: string; version: string };
  bytes: Buffer;
}

/** A throw-away npm registry on loopback, without any other behind it. */
export interface LocalRegistry {
  url: string;
  /** Configuration of an npm that knows this registry alone, and may publish there. */
  npmrc: string;
  publish(tarball: Tarball): Promise<void>;
  close(): Promise<void>;
}

const CONFIG = {
  uplinks: {},
  packages: { '**': { access: '$all', publish: '$all' } },
  max_body_size: '200mb',
  web: { enable: false },
};

/** Starts a registry that keeps its files in a folder. */
export async function startLocalRegistry(folder: string): Promise<LocalRegistry> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'config.yaml');
  const log = { type: 'file', path: join(folder, 'registry.log'), level: 'warn' };
  // JSON is YAML, too.
  await writeFile(config, JSON.stringify({ ...CONFIG, storage: join(folder, 'storage'), log }));
  const server: Server = await runServer(config);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const url = `http://127.0.0.1:${port}/`;
  const npmrc = join(folder, 'npmrc');
  const settings = ['fund=false', 'audit=false', 'update-notifier=false', 'loglevel=error'];
  await writeFile(
    npmrc,
    [`registry=${url}`, `//127.0.0.1:${port}/:_authToken=local`, ...settings, ''].join('\n'),
  );
  return {
    url,
    npmrc,
    publish: (tarball) => put(url, tarball),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What `npm publish` sends, without a process for each of two hundred packages. */
async function put(registry: string, { manifest, bytes }: Tarball): Promise<void> {
  const { name, version } = manifest;
  const file = `${name}-${version}.tgz`;
  const dist = {
    shasum: createHash('sha1').update(bytes).digest('hex'),
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    tarball: `${registry}${name}/-/${file}`,
  };
  const response = await fetch(`${registry}${name.replace('/', '%2f')}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: 'Bearer local' },
    body: JSON.stringify({
      _id: name,
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
      _attachments: {
        [file]: {
          content_type: 'application/octet-stream',
          data: bytes.toString('base64'),
          length: bytes.length,
        },
      },
    }),
  });
  if (!response.ok) {
    throw new Error(`publishing ${name}@${version}: ${response.status} ${await response.text()}`);
  }
}
