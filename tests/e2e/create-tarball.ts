import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';
import type { Tarball } from './local-registry.ts';

const manifestSchema = z.looseObject({ name: z.string(), version: z.string() });
const BLOCK = 512;

/** Packs an installed package again: its folder is what its tarball was. */
export async function packInstalled(folder: string): Promise<Tarball> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
  );
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const parts: Buffer[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const [content, { mode }] = await Promise.all([readFile(file), stat(file)]);
    const path = `package/${relative(folder, file)}`;
    parts.push(writeHeader(path, content.length, mode), content, padding(content.length));
  }
  const bytes = await promisify(gzip)(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), {
    level: 1,
  });
  return { manifest, bytes };
}

/** A header of POSIX ustar. */
function writeHeader(path: string, size: number, mode: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const { name, prefix } = splitPath(path);
  header.write(name, 0);
  writeOctal(header, 100, 8, mode & 0o777);
  writeOctal(header, 108, 8, 0);
  writeOctal(header, 116, 8, 0);
  writeOctal(header, 124, 12, size);
  writeOctal(header, 136, 12, 0);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function writeOctal(header: Buffer, at: number, length: number, value: number): void {
  header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
}

/** ustar keeps at most 100 bytes of name and 155 of the folders before it. */
function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' };
  let name = basename(path);
  let prefix = dirname(path);
  while (Buffer.byteLength(prefix) > 155) {
    name = `${basename(prefix)}/${name}`;
    prefix = dirname(prefix);
  }
  if (Buffer.byteLength(name) > 100) throw new RangeError(`too long for a tarball: ${path}`);
  return { name, prefix };
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}
