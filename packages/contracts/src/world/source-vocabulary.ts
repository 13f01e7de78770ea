import type { PreparedModule } from 'slime-runtime/hosting';
import { EMPTY_VOCABULARY, type Vocabulary } from '../arbitraries/vocabulary.ts';

/** Collects the string and regular expression literals of a plugin's own source. */
export async function readVocabulary(_module: PreparedModule): Promise<Vocabulary> {
  return EMPTY_VOCABULARY;
}
