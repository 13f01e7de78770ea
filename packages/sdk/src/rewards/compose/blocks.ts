import type { RewardView } from '../../reward.ts';

/**
 * A form for `formatGate`: all that the policy wrote is these blocks in this order,
 * `<think>…</think><answer>…</answer>` for `blocks(['think', 'answer'])`, each once and closed, with
 * white space at most around them. What stands inside is free, line breaks included, but for these
 * tags. The work is linear in the response.
 *
 * `opened`: the chat template writes the first opening tag; it may be missing in the response.
 *
 * @throws TypeError for no names, equal ones, and what is no name of a tag.
 */
export function blocks(
  names: readonly string[],
  { opened = false }: { opened?: boolean } = {},
): (view: Pick<RewardView, 'policyText'>) => boolean {
  if (names.length === 0) throw new TypeError('blocks: there are no names');
  for (const [at, name] of names.entries()) {
    if (!/^[A-Za-z][\w-]*$/.test(name)) {
      throw new TypeError(`blocks: "${name}" is no name of a tag`);
    }
    if (names.indexOf(name) !== at) throw new TypeError(`blocks: "${name}" stands there twice`);
  }
  return ({ policyText }) => {
    let rest = policyText.trim();
    for (const [at, name] of names.entries()) {
      const [open, close] = [`<${name}>`, `</${name}>`];
      if (rest.startsWith(open)) rest = rest.slice(open.length);
      else if (!opened || at > 0) return false;
      const end = rest.indexOf(close);
      if (end < 0 || hasTag(rest.slice(0, end), names)) return false;
      rest = rest.slice(end + close.length).trimStart();
    }
    return rest === '';
  };
}

function hasTag(text: string, names: readonly string[]): boolean {
  return names.some((name) => text.includes(`<${name}>`) || text.includes(`</${name}>`));
}
