// A rollout function as users write it: it asks the router that the arguments name.
import type { RolloutArgs, RolloutFunction, Sample } from 'slime-sdk';
import { z } from 'zod';

/** Samples each prompt by the router, and scores it by its length. */
export const overHttp: RolloutFunction = async (args, _rolloutId, dataSource) => {
  const groups: Sample[][] = [];
  const wanted = args.rollout_batch_size ?? 1;
  while (groups.length < wanted) {
    const more = await dataSource.getSamples(wanted - groups.length);
    if (more.length === 0) throw new Error('the data source is empty');
    groups.push(...more);
  }
  const samples = await Promise.all(
    groups.map((group) => Promise.all(group.map((sample) => ask(args, sample)))),
  );
  return { samples, metrics: { 'rollout/prompts': groups.length } };
};

async function ask(args: RolloutArgs, sample: Sample): Promise<Sample> {
  const { sglang_router_ip: host, sglang_router_port: port } = args;
  const prompt = [40, 41, 42];
  const response = await fetch(`http://${host}:${port}/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      input_ids: prompt,
      sampling_params: { max_new_tokens: 16 },
      return_logprob: true,
    }),
  });
  if (!response.ok) throw new Error(`the router says ${response.status}`);
  const reply = replySchema.parse(await response.json());
  const pairs = reply.meta_info.output_token_logprobs;
  return {
    ...sample,
    tokens: [...prompt, ...pairs.map(([, id]) => id)],
    response: reply.text,
    response_length: pairs.length,
    loss_mask: pairs.map(() => 1),
    rollout_log_probs: pairs.map(([logProb]) => logProb),
    reward: reply.text.length,
    status: reply.meta_info.finish_reason.type === 'length' ? 'truncated' : 'completed',
  };
}

const replySchema = z.object({
  text: z.string(),
  meta_info: z.object({
    finish_reason: z.object({ type: z.string() }),
    output_token_logprobs: z.array(z.tuple([z.number(), z.int(), z.unknown()])),
  }),
});

/** Each rollout becomes two segments, in lists of lists. */
export const fannedOut: RolloutFunction = async (args, rolloutId, dataSource, options) => {
  const { samples } = await overHttp(args, rolloutId, dataSource, options);
  return {
    samples: samples.map((group) =>
      group.flat().map((sample) => [
        { ...sample, rollout_id: sample.index },
        { ...sample, rollout_id: sample.index, metadata: { ...sample.metadata } },
      ]),
    ),
  };
};
