/** Instructions of IFBench that cannot be judged here, by what judging them needs. */
const MISSING: readonly [needs: string, ids: string][] = [
  [
    'a model of where English sentences end',
    'length_constraints:number_sentences change_case:capital_word_frequency ratio:sentence_type ' +
      'ratio:sentence_balance ratio:sentence_words sentence:alliteration_increment ' +
      'sentence:keyword sentence:increment format:emoji format:no_bullets_bullets ' +
      'format:title_case count:pronouns words:last_first words:keywords_specific_position ' +
      'words:words_position custom:sentence_alphabet',
  ],
  ['a list of English stop words', 'ratio:stop_words'],
  ['a tagger of parts of speech', 'words:start_verb'],
  ['a dictionary of syllables', 'words:odd_even_syllables'],
];

/** What an instruction needs that there is not, by its id. */
export const unsupported: ReadonlyMap<string, string> = new Map(
  MISSING.flatMap(([needs, ids]) => ids.split(' ').map((id): [string, string] => [id, needs])),
);
