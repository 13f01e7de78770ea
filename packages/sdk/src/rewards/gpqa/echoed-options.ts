import type { Option } from './option-texts.ts';
import { answerWords } from './choice-words.ts';

/** `B) 400 K`. */
const LINE = /^[ \t*_>#-]{0,12}\(?([A-Z])[).:：、．]{1,2}[*_]{0,3}[ \t]*(\S.*?)[*_ \t\r]*$/;
/** What judges an option, and so does more than repeat it. */
const MARK = /[✓✔✅☑✗✘❌✖]/;
/** A list of options begins a text and is no longer than this. */
const MOST = 1 << 13;

/** A text without the options that it repeats before it answers, all of them in lines of their own. */
export function withoutEcho(text: string, options: readonly Option[]): string {
  if (options.length < 2) return text;
  const head = text.slice(0, MOST);
  const echoed = new Set<string>();
  const lines = head.split('\n');
  const others = lines.filter((line, at) => {
    const match = LINE.exec(line.length > 1000 ? '' : line);
    const option = options.find(({ letter }) => letter === match?.[1]);
    const said = match?.[2];
    if (option === undefined || said === undefined || at === lines.length - 1) return true;
    if (MARK.test(said)) return true;
    if (said !== option.text.trim() && answerWords(said) !== answerWords(option.text)) return true;
    echoed.add(option.letter);
    return false;
  });
  return echoed.size === options.length ? others.join('\n') + text.slice(MOST) : text;
}
