import { defineConfig } from 'tsup';
import { base } from '../../tsup.base.ts';

export default defineConfig({
  ...base,
  entry: {
    index: 'src/index.ts',
    'llm/index': 'src/llm/index.ts',
    'parsers/index': 'src/parsers/index.ts',
    'rewards/index': 'src/rewards/index.ts',
  },
});
