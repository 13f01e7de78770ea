import { doubtfulAnswers } from './doubtful-answers.ts';
import type { Ending } from './ending.ts';
import { finalLines } from './final-lines.ts';
import { lastWords } from './last-words.ts';
import { limitedVerdicts } from './limited-verdicts.ts';
import { longAnswers } from './long-answers.ts';
import { moreEndings } from './more-endings.ts';
import { namedOnTheWay } from './named-on-the-way.ts';
import { numberedOptions } from './numbered-options.ts';
import { oddForms } from './odd-forms.ts';
import { otherSides } from './other-sides.ts';
import { praisedOptions } from './praised-options.ts';
import { reasonsAfter } from './reasons-after.ts';
import { secondThoughts } from './second-thoughts.ts';
import { severalAnswers } from './several-answers.ts';
import { texts } from './texts.ts';
import { variables } from './variables.ts';
import { wideEndings } from './wide-endings.ts';
import { verdicts } from './verdicts.ts';

/** All endings, by what they are about. */
export const allEndings: Readonly<Record<string, readonly Ending[]>> = {
  'options that are judged in turn': verdicts,
  'an answer with its reasons behind it': reasonsAfter,
  'a letter that is a variable, a unit or part of a name, too': variables,
  'the text of an option': texts,
  'second thoughts': secondThoughts,
  'last lines': finalLines,
  'whole answers': longAnswers,
  'odd forms': oddForms,
  'more endings': moreEndings,
  'scripts without blanks': wideEndings,
  'last words': lastWords,
  'the other side of a rule': otherSides,
  'texts of several options': namedOnTheWay,
  'several answers': severalAnswers,
  'options that are praised': praisedOptions,
  'options by number': numberedOptions,
  'verdicts that are limited': limitedVerdicts,
  'answers in doubt': doubtfulAnswers,
};
