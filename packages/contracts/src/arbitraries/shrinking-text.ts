import fc from 'fast-check';

/** More parts than this of a long text are not left out one by one. */
const MOST_PARTS = 256;

/**
 * The same texts, which shrink by what they are, not by how they were made: any stretch is left
 * out, then what is left becomes `a`, so that what remains in the end is all needed.
 */
export function shrinkingText(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return new ShrinkingText(texts);
}

class ShrinkingText extends fc.Arbitrary<string> {
  readonly #texts: fc.Arbitrary<string>;

  constructor(texts: fc.Arbitrary<string>) {
    super();
    this.#texts = texts;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<string> {
    return this.#texts.generate(random, biasFactor);
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string';
  }

  override shrink(text: string): fc.Stream<fc.Value<string>> {
    return fc.stream(plainer(text)).map((value) => new fc.Value(value, undefined));
  }
}

function* plainer(text: string): Generator<string, void, void> {
  const { length } = text;
  for (let cut = length; cut >= 1 && cut * MOST_PARTS >= length; cut >>= 1) {
    for (let at = 0; at + cut <= length; at += cut) {
      yield text.slice(0, at) + text.slice(at + cut);
    }
  }
  if (length > MOST_PARTS) return;
  for (let at = 0; at < length; at += 1) {
    if (text[at] !== 'a') yield `${text.slice(0, at)}a${text.slice(at + 1)}`;
  }
}
