import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/index.ts';
import { ifbench } from '../../../src/rewards/index.ts';
import { instructions } from '../../../src/rewards/ifbench/instructions.ts';
import { unsupported } from '../../../src/rewards/ifbench/unsupported.ts';
import { instructionArguments } from './every-instruction.ts';

const follows = (id: string, response: string, values: JsonObject = {}): boolean =>
  ifbench(response, { instruction_id_list: [id], kwargs: [values] }).reward === 1;

describe('the instructions of IFBench', () => {
  it('are all known, those that cannot be judged too', () => {
    expect([...instructions.keys()].toSorted()).toEqual(Object.keys(instructionArguments));
    expect(instructions.size + unsupported.size).toBe(83);
    expect([...unsupported.keys()].filter((id) => instructions.has(id))).toEqual([]);
  });

  it.each([...unsupported.keys()])('give no score where they need a model: %s', (id) => {
    expect(() => ifbench('', { instruction_id_list: [id] })).toThrow('not supported');
  });

  it('share one object of arguments where the row has one', () => {
    const ids = ['count:numbers', 'count:person_names'];
    expect(ifbench('Emma 1', { instruction_id_list: ids, kwargs: { N: 1 } }).reward).toBe(1);
    expect(ifbench('Emma', { instruction_id_list: ids, kwargs: { N: 1 } }).reward).toBe(0);
  });
});

// What IFBench's own checkers say of these, run on Python 3.11.
describe('the edges of the checkers', () => {
  it.each<[string, JsonObject, string[], string[]]>([
    ['count:words_japanese', { N: 2 }, ['a 日本 b ひら', 'a ② b ١'], ['a b', 'a 日 b ½']],
    ['count:numbers', { N: 2 }, ['1,000.5 and 2-3', '٣x٤'], ['1 2 3', 'Ⅷ ½']],
    ['count:person_names', { N: 1 }, ['(Emma)', 'Noah-x'], ['emma', 'Zoe_']],
    ['count:punctuation', {}, ['.,!?;: ?!', '.,?;:!‽'], ['.,;: ?!', '.,!?;:']],
    [
      'keywords:forbidden_words',
      { forbidden_words: ['dog'] },
      ['dogs', 'a_dog'],
      ['DOG.', 'x-dog'],
    ],
    ['keywords:existence', { keywords: ['kiss'] }, ['\u212aIſS'], ['kis s']],
    [
      'keywords:letter_frequency',
      { letter: 'k', let_frequency: 2, let_relation: 'at least' },
      ['kK', '\u212aK'],
      ['k'],
    ],
    [
      'length_constraints:number_words',
      { num_words: 2, relation: 'at least' },
      ['e\u0301x', 'a-b'],
      ['a_b'],
    ],
    [
      'length_constraints:number_paragraphs',
      { num_paragraphs: 2 },
      ['a***b', '***a *** b***'],
      ['a****** b', 'a***'],
    ],
    [
      'length_constraints:nth_paragraph_first_word',
      { num_paragraphs: 2, nth_paragraph: 2, first_word: 'B' },
      [`a\n\n'"b, c`],
      ['a\n\nbc', 'b\n\na'],
    ],
    [
      'detectable_format:number_bullet_lists',
      { num_bullets: 2 },
      ['* a\n\u2003- b', '*\n* a\n- b', '* a\n**b\n*c'],
      ['* a\n** b', '*'],
    ],
    [
      'detectable_format:number_highlighted_sections',
      { num_highlights: 2 },
      ['*a* *b*', '**a** **b**'],
      ['**a**', '* * *b\n*'],
    ],
    [
      'detectable_format:multiple_sections',
      { section_spliter: 'Section', num_sections: 2 },
      ['Section 1Section\u00a0٣'],
      ['section 1 Section 2', 'Section  1 Section 2'],
    ],
    ['detectable_format:title', {}, ['<<a>>', '<<< a >>'], ['<<>>', '<<a\n>>', '<<<>>>']],
    ['detectable_content:number_placeholders', { num_placeholders: 2 }, ['[a][b]'], ['[[a]']],
    [
      'detectable_content:postscript',
      { postscript_marker: 'P.S.' },
      ['x p. s. y', 'P.S.'],
      ['P.  S.', 'PS'],
    ],
    ['combination:two_responses', {}, ['a******b', '******a******b'], ['a******a']],
    ['startend:end_checker', { end_phrase: 'Bye.' }, ['so BYE."\n'], ['bye. x']],
    ['startend:quotation', {}, [' "a" ', '""'], ['"', '“a”']],
    ['ratio:overlap', { reference_text: 'abcd', percentage: 50 }, ['abcx'], ['abcd', 'ab']],
    ['words:alphabet', {}, ['Zoo, a "b"'], ['a c', '1 a', 'ä b']],
    ['words:vowel', {}, ['aei', ' A E I\n'], ['aeio', 'a\nb']],
    ['words:consonants', {}, ['The strict'], ['the a', 'be']],
    ['words:palindrome', {}, ['Level, '.repeat(10), '😀abba😀 '.repeat(10)], ['noon '.repeat(10)]],
    ['words:prime_lengths', {}, ['ab, abc!', '?!', '😀😀'], ['a', 'abcd']],
    ['words:repeats', { small_n: 1 }, ['a b'], ['a A.', "it's its"]],
    ['words:paragraph_last_first', {}, ['"A b a."\n\nx'], ['a b', 'a\nb c']],
    ['words:no_consecutive', {}, ['a b a', 'a - b'], ['a -A']],
    ['format:parentheses', {}, ['([{([x])}])'], ['((((a))))', '((((((a]', '(((((a']],
    ['format:quotes', {}, [`"a 'b "c" d' e"`], [`"a 'b' c"`, `"""`]],
    ['format:options', { options: 'a), b), c), d)' }, ['a)'], ['A)', 'a) ']],
    ['format:newline', {}, ['a\n\nb', 'a.\n"b"'], ['a b', 'a\n \nb']],
    ['format:line_indent', {}, ['a\n b\n\n  c', ' a'], ['a\nb', 'a\n\tb']],
    ['format:quote_unquote', {}, ['"a" b', `'"'`, 'a "b" 😀'], ['"a" "b" c', '"']],
    ['format:list', { sep: 'aa' }, ['aaaa'], ['aaa']],
    ['format:thesis', {}, ['x <i>a</i> b'], ['<i> </i> b', '<i>a</i>', '<b>a</b> b']],
    ['format:no_whitespace', {}, ['a\ufeffb'], ['a\u0085b', 'a\u001cb']],
    [
      'repeat:repeat_change',
      { prompt_to_repeat: 'Say it now' },
      ['Tell  it now', 'say it now'],
      ['Say it now', 'Say it'],
    ],
    ['repeat:repeat_span', { prompt_to_repeat: '😀abcd', n_start: 1, n_end: 2 }, [' AB'], ['bc']],
    ['custom:multiples', {}, ['14,21,28 35;42.49'], ['14 21 28 35 42', '7 14 21 28 35 42 49']],
    ['custom:word_reverse', {}, ['symbol the is Eagle. Bald!'], ['bald eagle']],
    ['custom:date_format_list', {}, ['1812-06-24, 1820-02-29'], ['1812-6-24', '1822-01-01']],
  ])('of %s %j', (id, values, followed, broken) => {
    expect(followed.filter((response) => !follows(id, response, values))).toEqual([]);
    expect(broken.filter((response) => follows(id, response, values))).toEqual([]);
  });

  it('of tables read CSV as Python does', () => {
    const city = (...rows: string[]): string =>
      ['"ID",Country,City,Year,Count', ...rows].join('\n');
    const row = '1,"a ""b""\n,",c,d"e,';
    const rows = Array.from({ length: 7 }, () => row);
    expect(follows('custom:csv_city', city(...rows))).toBe(true);
    expect(follows('custom:csv_city', city(...rows, row))).toBe(false);
    expect(follows('custom:csv_city', city(...rows.slice(1), ''))).toBe(false);
    expect(follows('custom:csv_city', city(...rows.slice(1), '1,2,3\r,4,5'))).toBe(false);
  });

  it('of languages tell them apart by letters and words, the same way each time', () => {
    const sentences = {
      en: 'The river runs past the old apple orchard where a dog sleeps.',
      de: 'Der Hund läuft schnell über die Wiese und freut sich sehr über das schöne Wetter.',
      fr: "Le chien court vite dans la prairie et il est très content aujourd'hui.",
      ja: '日本語の文章です。読む、書く。',
      ko: '대한민국은 민주공화국이다',
      ru: 'Все счастливые семьи похожи друг на друга',
      vi: 'Tôi là người Việt Nam'.normalize('NFD'),
    };
    for (const [language, sentence] of Object.entries(sentences)) {
      for (const asked of Object.keys(sentences)) {
        const isAsked = follows('language:response_language', sentence, { language: asked });
        expect([language, asked, isAsked]).toEqual([language, asked, asked === language]);
      }
    }
    expect(follows('language:response_language', '1776-07-04', { language: 'fr' })).toBe(true);
  });
});
