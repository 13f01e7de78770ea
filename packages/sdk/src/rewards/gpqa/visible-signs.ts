/** Signs that show nothing: blanks of no width, soft hyphens and marks of direction. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** They are left out of the end of a text: a longer one is a flood. */
const MOST = 1 << 17;

/** A text as it is seen: without signs that show nothing, `Ｂ` as `B`, and blanks that do not break as others. */
export const visibleSigns = (text: string): string =>
  (text.slice(0, -MOST) + text.slice(-MOST).replaceAll(UNSEEN, ''))
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[Ａ-Ｚ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfe_e0));
