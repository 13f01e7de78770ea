const REWORDINGS: readonly (readonly [RegExp, string])[] = [
  [/\byou are\b|\byou're\b/gi, 'I am'],
  [/\byou were\b/gi, 'I was'],
  [/\byou've\b/gi, 'I have'],
  [/\byou'd\b/gi, "I'd"],
  [/\byou'll\b/gi, "I'll"],
  [/\byourself\b/gi, 'myself'],
  [/\byours\b/gi, 'mine'],
  [/\byour\b/gi, 'my'],
  [/\b(to|for|with|of|from|about|gives?|tells?|lets?|helps?|asks?) you\b/gi, '$1 me'],
  [/\byou\b/gi, 'I'],
];

/** A sentence about "you" in the words of the one whom it is about. */
export function firstPerson(sentence: string): string {
  const reworded = REWORDINGS.reduce(
    (text, [pattern, words]) => text.replace(pattern, words),
    sentence,
  );
  return reworded.charAt(0).toUpperCase() + reworded.slice(1);
}
