// Writes src/tokens/bpe/unicode-tables.ts: Unicode as the Rust crate `tokenizers` has it, asked of
// the crate itself, for every code point. Run with `node scripts/generate-unicode-tables.mjs` in
// this package after the crate was upgraded, on the newest Node that is supported.
import { writeFileSync } from 'node:fs';
import { nfcNormalizer, Tokenizer } from 'tokenizers';

const PROPERTIES = ['Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'M', 'N', 'P', 'S'];
const LAST = 0x10ffff;
const isSurrogate = (code) => code >= 0xd800 && code <= 0xdfff;

/** Code points that match a pattern of the crate. */
function matching(pattern) {
  const splitter = Tokenizer.fromString(
    JSON.stringify({
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: {
        type: 'Split',
        pattern: { Regex: pattern },
        behavior: 'Removed',
        invert: true,
      },
      post_processor: null,
      decoder: null,
      model: { type: 'BPE', vocab: { a: 0 }, merges: [] },
    }),
  ).getPreTokenizer();
  const found = new Set();
  for (let start = 0; start <= LAST; start += 1024) {
    let text = '';
    for (let code = start; code < start + 1024; code += 1) {
      if (!isSurrogate(code)) text += String.fromCodePoint(code);
    }
    if (text === '') continue;
    for (const [piece] of splitter.preTokenizeString(text)) {
      for (const character of piece) found.add(character.codePointAt(0));
    }
  }
  return found;
}

/** `gap.length` pairs in base 36, as `unicode.ts` reads them. */
function pack(codes) {
  const ranges = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  let end = 0;
  return ranges
    .map(([start, last]) => {
      const gap = (start - end).toString(36);
      end = last + 1;
      return start === last ? gap : `${gap}.${(last - start).toString(36)}`;
    })
    .join(',');
}

const properties = {};
const differing = new Set();
for (const name of PROPERTIES) {
  const found = matching(`\\p{${name}}`);
  const native = new RegExp(`\\p{${name}}`, 'u');
  for (let code = 0; code <= LAST; code += 1) {
    if (isSurrogate(code)) continue;
    if (native.test(String.fromCodePoint(code)) !== found.has(code)) differing.add(code);
  }
  properties[name] = pack(found);
}

/** Marks that an older NFC passes over. Probed alone and beside marks of the common classes. */
function inertInNfc() {
  const crate = nfcNormalizer();
  const marks = ['\u0334', '\u0316', '\u0301', '\u0345', '\u093c', '\u3099', '\u064b', '\u0327'];
  const inert = new Set();
  for (let code = 0; code <= LAST; code += 1) {
    if (isSurrogate(code)) continue;
    const character = String.fromCodePoint(code);
    const decomposed = character.normalize('NFD');
    const contexts = marks.flatMap((mark) => [`a${character}${mark}`, `a${mark}${character}`]);
    for (const text of [character, character + character, decomposed, ...contexts]) {
      if (crate.normalizeString(text) === text.normalize('NFC')) continue;
      inert.add(code);
      // A composition that the crate does not know: its halves stay apart too.
      for (const part of decomposed) {
        if (part !== character && part.codePointAt(0) > 0xffff) inert.add(part.codePointAt(0));
      }
      break;
    }
  }
  return inert;
}

/** What no newer Unicode may give a decomposition or a combining class. */
function unassigned() {
  const known = new Set();
  for (let code = 0; code <= LAST; code += 1) {
    if (!isSurrogate(code) && /\p{Cn}/u.test(String.fromCodePoint(code))) known.add(code);
  }
  return known;
}

const constant = (name, doc, value) => `/** ${doc} */\nexport const ${name} =\n  '${value}';\n`;

writeFileSync(
  new URL('../src/tokens/bpe/unicode-tables.ts', import.meta.url),
  [
    '// Written by scripts/generate-unicode-tables.mjs; not by hand.\n',
    '/** Unicode versions of Node whose `\\p{...}` differ from the crate only in {@link differing}. */',
    `export const nativeVersions: readonly string[] = ['16.0', '${process.versions.unicode}'];\n`,
    '/** General categories as the crate has them: ranges as `gap.length` in base 36. */',
    'export const properties: Readonly<Record<string, string>> = {',
    ...PROPERTIES.map((name) => `  ${name}:\n    '${properties[name]}',`),
    '};\n',
    constant('differing', 'Code points that a newer Unicode classes otherwise.', pack(differing)),
    constant(
      'inertInNfc',
      'Code points that the crate’s NFC leaves where they are.',
      pack(inertInNfc()),
    ),
    constant(
      'unassigned',
      'Code points that no Unicode had when this was written: inert in NFC, whatever Node knows.',
      pack(unassigned()),
    ),
  ].join('\n'),
);
