import { z } from 'zod';
import { noArguments } from '../arguments.ts';
import { instruction } from '../instruction.ts';
import { detectLanguage } from './detect-language.ts';

/** The languages that a row may ask for. */
const LANGUAGES =
  'ar bg bn de en es fa fi fr gu he hi it ja kn ko ml mr ne pa pl pt ru sw ta te th uk ur vi'.split(
    ' ',
  );

/** Whether a text is in a language; what tells of none, such as numbers, is in any. */
const isIn = (text: string, language: string): boolean =>
  (detectLanguage(text) ?? language) === language;

const isCapital = (text: string): boolean =>
  /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);

const isSmall = (text: string): boolean =>
  /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text);

/** IFEval's instructions on language. */
export const languageInstructions = {
  'language:response_language': instruction(
    z.strictObject({ language: z.enum(LANGUAGES) }),
    (response, { language }) => isIn(response, language),
  ),
  'change_case:english_capital': instruction(
    noArguments,
    (response) => isCapital(response) && isIn(response, 'en'),
  ),
  'change_case:english_lowercase': instruction(
    noArguments,
    (response) => isSmall(response) && isIn(response, 'en'),
  ),
};
