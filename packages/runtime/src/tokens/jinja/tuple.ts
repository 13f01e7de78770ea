/** A tuple; `names` are those of a named one. */
export class Tuple {
  readonly items: readonly unknown[];
  readonly names: readonly string[];

  constructor(items: readonly unknown[], names: readonly string[] = []) {
    this.items = items;
    this.names = names;
  }
}

/**
 * Text that the filter `safe` marked for HTML. It prints, compares and serialises as text; what
 * would escape other text beside it is refused.
 */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
