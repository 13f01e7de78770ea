import { createSample, type Encoder, type Message, type Sample } from 'slime-sdk';
import { testFiles } from './run-cli.ts';

const QUESTION: Message[] = [{ role: 'user', content: 'q' }];

/** One turn of a sample. */
export interface PlayedTurn {
  said: string;
  /** What was sampled, where it is not what the tokenizer gives. */
  ids?: number[];
  observed?: Message[];
}

/** A sample as a run would write it, and what `turns.jsonl` says about it. */
export async function playSample(
  encoder: Encoder,
  turns: readonly PlayedTurn[],
  fields: Partial<Sample> = {},
): Promise<{ sample: Sample; records: object[] }> {
  const prompt = await encoder.encodePrompt(QUESTION, {});
  const tokens = [...prompt.ids];
  const mask: number[] = [];
  const history = [...QUESTION];
  const records: object[] = [];
  for (const [turn, { said, ids, observed }] of turns.entries()) {
    const sampled = ids ?? [...(await encoder.encodeText(said, { specials: true }))];
    const start = tokens.length;
    tokens.push(...sampled);
    mask.push(...sampled.map(() => 1));
    history.push({ role: 'assistant', content: said.replace('<|im_end|>', '') });
    records.push({
      index: fields.index ?? 0,
      turn,
      start,
      tokens: sampled.length,
      discarded_cause: null,
      finish: { type: said.endsWith('<|im_end|>') ? 'stop' : 'length' },
      observation: observed ?? null,
      ending: observed === undefined ? 'env_done' : null,
    });
    if (observed === undefined) continue;
    const bridge = await encoder.encodeBridge({
      messages: observed,
      history,
      lastId: sampled.at(-1),
    });
    tokens.push(...bridge.ids);
    mask.push(...Array.from(bridge.ids, () => 0));
    history.push(...observed);
  }
  const sample = createSample({
    index: 0,
    group_index: 0,
    prompt: QUESTION,
    status: 'completed',
    reward: 1,
    tokens,
    response_length: mask.length,
    loss_mask: mask,
    rollout_log_probs: mask.map((bit) => (bit === 1 ? -0.5 : 0)),
    ...fields,
  });
  return { sample, records };
}

/** Values as JSON lines. */
export const linesOf = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

const RUN = JSON.stringify({
  status: 'running',
  error: null,
  args: { hf_checkpoint: null },
  seeds: { rollout_seed: 1 },
  settings: { checkpoint: null },
  plugins: [],
  data: null,
  sessions: [],
});

/** The folder of a run on the built-in tokenizer, which is gone after the test. */
export async function runFolder(samples: string, turns = ''): Promise<string> {
  const files = await testFiles({
    'samples.jsonl': samples,
    'turns.jsonl': turns,
    'run.json': RUN,
  });
  return files('run.json').replace('/run.json', '');
}
