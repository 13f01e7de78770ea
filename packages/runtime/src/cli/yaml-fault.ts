import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Range,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { isMergeKey, MergeSizes } from './yaml-merges.ts';

/** What makes a document no configuration, and where it stands. */
export interface YamlFault {
  range: Range | null | undefined;
  message: string;
}

/**
 * What the parser takes and Python refuses, what the parser refuses without a line, and merges of
 * more than `most` entries together.
 */
export function findYamlFault(document: Document, most: number): YamlFault | undefined {
  const anchors = new Map<string, Node>();
  const named = (node: unknown): unknown => (isAlias(node) ? anchors.get(node.source) : node);
  const sizes = new MergeSizes(named);
  let fault: YamlFault | undefined;
  const stopAt = (range: Range | null | undefined, message: string): symbol => {
    fault = { range, message };
    return visit.BREAK;
  };
  // In the order of the file: an anchor stands before its aliases.
  visit(document, {
    Alias: (_, { source, range }) =>
      anchors.has(source)
        ? undefined
        : stopAt(range, `*${source} is an alias of nothing: no &${source} before it`),
    Value: (_, node) => {
      const { anchor, range } = node;
      if (anchor !== undefined && anchors.has(anchor)) {
        return stopAt(range, `the anchor &${anchor} stands twice`);
      }
      if (anchor !== undefined) anchors.set(anchor, node);
      if (!isMap(node)) return undefined;
      const twice = keyStandingTwice(node);
      if (twice !== undefined) return stopAt(twice.range, 'Map keys must be unique');
      sizes.add(node);
      return sizes.total > most ? stopAt(range, `merges more than ${most} entries`) : undefined;
    },
    Pair: (_, { key, value }, path) => {
      const range = isScalar(key) || isAlias(key) || isCollection(key) ? key.range : undefined;
      const name = named(key);
      if (isCollection(name) || (isScalar(name) && name.value instanceof Date)) {
        return stopAt(range, 'a key must be a string');
      }
      if (!isMergeKey(key)) return undefined;
      const source = named(value);
      const sources = isSeq(source) ? source.items.map(named) : [source];
      return sources.every((one) => isMap(one) && !path.includes(one))
        ? undefined
        : stopAt(range, '<< takes another mapping, or a list of them');
    },
  });
  return fault;
}

/** Found here, as the parser compares each key with all before it. */
function keyStandingTwice({ items }: YAMLMap): Scalar | undefined {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) return key;
    seen.add(key.value);
  }
  return undefined;
}
