import { plainCodes } from './plain-words.ts';

/** A node of the automaton of Aho and Corasick: where each code leads, and which text ends here. */
interface Node {
  next: Map<number, Node>;
  fallback: Node | null;
  /** The nearest node on the fallback chain at which a text ends. */
  ending: Node | null;
  text: string | null;
}

const createNode = (): Node => ({ next: new Map(), fallback: null, ending: null, text: null });

function step(node: Node, code: number): Node | null {
  for (let from: Node | null = node; from !== null; from = from.fallback) {
    const to = from.next.get(code);
    if (to !== undefined) return to;
  }
  return null;
}

function buildAutomaton(texts: readonly string[]): Node {
  const root = createNode();
  for (const text of texts) {
    let node = root;
    for (const code of plainCodes(text)) {
      const next = node.next.get(code) ?? createNode();
      node.next.set(code, next);
      node = next;
    }
    node.text = text;
  }
  const queue: Node[] = [root];
  // The queue grows while it is walked: breadth first, so that fallbacks are known when needed.
  for (const node of queue) {
    for (const [code, next] of node.next) {
      next.fallback = node.fallback === null ? root : (step(node.fallback, code) ?? root);
      next.ending = next.fallback.text === null ? next.fallback.ending : next.fallback;
      queue.push(next);
    }
  }
  return root;
}

/**
 * Which of some texts, given as plain words, stand in a text as whole words. Takes time in
 * proportion to the text, whatever the words repeat.
 */
export function findTexts(source: string, texts: readonly string[]): Set<string> {
  const root = buildAutomaton(texts);
  const found = new Set<string>();
  let node = root;
  for (const code of plainCodes(source)) {
    node = step(node, code) ?? root;
    let ending = node.text === null ? node.ending : node;
    while (ending !== null && found.size < texts.length) {
      if (ending.text !== null) found.add(ending.text);
      ending = ending.ending;
    }
  }
  return found;
}
