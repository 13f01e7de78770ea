import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { PreparedModule } from 'slime-runtime/hosting';
import { readBuiltFiles } from './built-files.ts';
import { parseSyntax, type SyntaxNode } from './syntax.ts';

/** A file of the user's as it was written. */
export interface WrittenFile {
  /** Absolute. */
  file: string;
  text: string;
}

/** A script that runs as part of a plugin. */
export interface PluginScript {
  /** Absolute; of a bundle the plugin's file, which it stands for. */
  file: string;
  code: string;
  program: SyntaxNode;
  /** From `code` to the written files; null where it runs as it was written. */
  map: SourceMap | null;
}

/** What runs as a plugin, and what it was made of. */
export interface PluginSource {
  /** The plugin's file, absolute; of a built one without links. */
  entry: string;
  scripts: readonly PluginScript[];
  /** The plugin's file first, then those that it imports; packages are left out. */
  written: readonly WrittenFile[];
}

/** Parses what runs as a plugin: the bundle of its own files, or the built JavaScript of its package. */
export async function parsePluginSource({ file, code }: PreparedModule): Promise<PluginSource> {
  if (code !== null) return parseBundle(file, code);
  const files = await readBuiltFiles(file);
  return {
    entry: files[0]?.file ?? file,
    scripts: files.flatMap(({ file: path, text, program }) =>
      program === null ? [] : [{ file: path, code: text, program, map: null }],
    ),
    written: files,
  };
}

async function parseBundle(file: string, code: string): Promise<PluginSource> {
  const map = readSourceMap(code);
  return {
    entry: file,
    scripts: [{ file, code, program: await parseSyntax(code, 'js'), map }],
    written: map === null ? [{ file, text: code }] : await filesOf(map, file),
  };
}

function readSourceMap(code: string): SourceMap | null {
  const encoded = /\/\/# sourceMappingURL=data:application\/json;[^,]*base64,([\w+/=]+)\s*$/.exec(
    code,
  )?.[1];
  if (encoded === undefined) return null;
  return new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
}

async function filesOf(map: SourceMap, file: string): Promise<WrittenFile[]> {
  const { sources, sourcesContent } = map.payload;
  const files: WrittenFile[] = [];
  for (const [at, source] of sources.entries()) {
    const path = resolve(dirname(file), source);
    if (path !== file && /[\\/]node_modules[\\/]/.test(path)) continue;
    // Data files have no text in the map.
    files.push({ file: path, text: sourcesContent[at] || (await readFile(path, 'utf8')) });
  }
  return files.toReversed();
}
