import type { CustomRM } from 'slime-sdk';

/** What stands between the braces of a box. */
function insideBalanced(text: string): string {
  const start = text.lastIndexOf('\\boxed{') + '\\boxed{'.length;
  let depth = 1;
  let end = start;
  for (; end < text.length && depth > 0; end += 1) {
    if (text[end] === '{') depth += 1;
    if (text[end] === '}') depth -= 1;
  }
  return text.slice(start, end - 1);
}

/** Ends at the first closing brace: of a fraction nothing but its numerator is left. */
function insideFirstBrace(text: string): string {
  const start = text.lastIndexOf('\\boxed{') + '\\boxed{'.length;
  return text.slice(start, text.indexOf('}', start));
}

function grade(extract: (text: string) => string): CustomRM {
  return (_args, sample, { finalText }) => {
    if (!finalText.includes('\\boxed{')) return 0;
    return extract(finalText) === extract(`\\boxed{${String(sample.label)}}`) ? 1 : 0;
  };
}

export const correct = grade(insideBalanced);
export const broken = grade(insideFirstBrace);

export const specimen = { kind: 'rm', fault: { row: 'A009', check: 'rm/label-sensitivity' } };
