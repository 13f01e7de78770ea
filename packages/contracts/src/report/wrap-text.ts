/** Breaks a text at spaces into lines of at most `width` characters; a longer word stays whole. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current += current === '' ? word : ` ${word}`;
    }
  }
  return [...lines, current];
}
