import { contractTests } from 'slime-contracts/vitest';
import manifest from '../package.json' with { type: 'json' };

// Every law of slime-contracts as one test. `npx slime-contracts --explain ID` says what one wants.
contractTests({
  args: {
    ...manifest.slime.args,
    custom_generate_function_path: './src/index.ts#generate',
    custom_rm_path: './src/index.ts#reward',
    prompt_data: manifest.slime.data.path,
    input_key: manifest.slime.data.input_key,
    label_key: manifest.slime.data.label_key,
  },
  runs: 200,
  seed: 1,
});
