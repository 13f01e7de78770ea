/** Commands that only set their argument in a font, or as words. */
const FONT =
  /\\(?:text(?:rm|bf|it|sf|tt|sc|up|normal)?|math(?:rm|bf|it|sf|tt|bb|cal)|mbox|hbox|emph|underline|operatorname|boldsymbol|bm)\s*\{([^{}]*)\}/g;
const SPACE = /\\(?:[ ,;:!]|q?quad(?![A-Za-z]))|~/g;
/** Fonts in fonts that are followed: nobody sets more. */
const MAX_FONTS = 4;

/** The words of a box without the commands that set them: `\text{Paris}` is `Paris`. */
export function openedBox(content: string): string {
  let words = content;
  for (let depth = 0; depth < MAX_FONTS; depth += 1) words = words.replace(FONT, '$1');
  return words.replace(SPACE, ' ');
}
