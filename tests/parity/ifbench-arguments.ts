import type { JsonObject } from 'slime-sdk';

/** The instructions of IFEval and IFBench, each with the arguments that it draws where they are missing. */
const TABLE = `
change_case:capital_word_frequency capital_frequency capital_relation
change_case:english_capital
change_case:english_lowercase
combination:repeat_prompt prompt_to_repeat
combination:two_responses
count:conjunctions small_n
count:keywords_multiple keyword1 keyword2 keyword3 keyword4 keyword5
count:numbers N
count:person_names N
count:pronouns N
count:punctuation
count:unique_word_count N
count:word_count_range min_words max_words
count:words_japanese N
custom:character_reverse
custom:csv_city
custom:csv_quotes
custom:csv_special_character
custom:date_format_list
custom:european_capitals_sort
custom:mcq_count_length
custom:multiples
custom:reverse_newline
custom:sentence_alphabet
custom:word_reverse
detectable_content:number_placeholders num_placeholders
detectable_content:postscript postscript_marker
detectable_format:constrained_response
detectable_format:json_format
detectable_format:multiple_sections section_spliter num_sections
detectable_format:number_bullet_lists num_bullets
detectable_format:number_highlighted_sections num_highlights
detectable_format:title
format:emoji
format:line_indent
format:list sep
format:newline
format:no_bullets_bullets
format:no_whitespace
format:options options
format:output_template
format:parentheses
format:quote_unquote
format:quotes
format:sub-bullets
format:thesis
format:title_case
keywords:existence keywords
keywords:forbidden_words forbidden_words
keywords:frequency keyword frequency relation
keywords:letter_frequency letter let_frequency let_relation
language:response_language language
length_constraints:nth_paragraph_first_word num_paragraphs nth_paragraph first_word
length_constraints:number_paragraphs num_paragraphs
length_constraints:number_sentences num_sentences relation
length_constraints:number_words num_words relation
punctuation:no_comma
ratio:overlap reference_text percentage
ratio:sentence_balance
ratio:sentence_type
ratio:sentence_words
ratio:stop_words percentage
repeat:repeat_change prompt_to_repeat
repeat:repeat_simple
repeat:repeat_span prompt_to_repeat n_start n_end
sentence:alliteration_increment
sentence:increment small_n
sentence:keyword word N
startend:end_checker end_phrase
startend:quotation
words:alphabet
words:consonants
words:keywords_specific_position keyword n m
words:last_first
words:no_consecutive
words:odd_even_syllables
words:palindrome
words:paragraph_last_first
words:prime_lengths
words:repeats small_n
words:start_verb
words:vowel
words:words_position keyword
`;

const drawn: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line): [string, string[]] => {
      const [id = '', ...names] = line.split(' ');
      return [id, names];
    }),
);

/** Whether there is such an instruction. */
export function isInstruction(id: string): boolean {
  return drawn.has(id);
}

/** Whether an instruction lacks an argument, or has one for which another is drawn. */
export function drawsArguments(id: string, own: JsonObject): boolean {
  const isDrawn = (drawn.get(id) ?? []).some((name) => {
    const value = own[name] ?? null;
    return value === null || (typeof value === 'number' && value < 0);
  });
  const [nth, count] = [own['nth_paragraph'], own['num_paragraphs']];
  const isBeyond = typeof nth === 'number' && typeof count === 'number' && nth > count;
  return isDrawn || nth === 0 || isBeyond;
}
