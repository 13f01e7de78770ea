/** The first bytes of each kind of file, in hexadecimal. */
const MAGIC: readonly (readonly [type: string, head: RegExp])[] = [
  ['png', /^89504e470d0a1a0a/],
  ['jpeg', /^ffd8ff/],
  ['gif', /^47494638(?:37|39)61/],
  ['webp', /^52494646.{8}57454250/],
];

/** The `data:` URI of an encoded picture; undefined when the bytes are no PNG, JPEG, GIF or WebP. */
export function pictureUri(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  const type = MAGIC.find(([, magic]) => magic.test(head))?.[0];
  if (type === undefined) return undefined;
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return `data:image/${type};base64,${base64}`;
}

/** The same of a picture in bare base64, as slime takes it too; undefined when it is none. */
export function base64PictureUri(text: string): string | undefined {
  if (!/^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return undefined;
  return pictureUri(Buffer.from(text, 'base64'));
}
