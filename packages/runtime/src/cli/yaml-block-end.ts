import { type Document, visit } from 'yaml';

/**
 * Takes the line break from the block text that a file without a last one ends with: the parser adds
 * it, Python does not.
 */
export function endWithFile(document: Document, text: string): void {
  if (!/[^\n\r\t ][\t ]*$/.test(text.slice(text.lastIndexOf('\n') + 1))) return;
  visit(document, {
    Scalar: (_, scalar) => {
      const { type, range, value } = scalar;
      const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
      if (!isBlock || range?.[1] !== text.length || typeof value !== 'string') return;
      scalar.value = value.replace(/\n$/, '');
    },
  });
}
