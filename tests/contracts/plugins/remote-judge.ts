import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { defineReward, type JsonValue } from 'slime-sdk';
import { z } from 'zod';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const verdictSchema = z.object({ score: z.number() });

const config = z.object({ judge_url: z.url() });

/** Asks a service, which remembers what it has judged, over connections that stay open. */
export default defineReward({
  mode: 'single',
  range: [0, 1],
  config,
  async reward(args, sample, view) {
    const { judge_url: url } = config.parse(args);
    const body = { response: sample.response, label: sample.label };
    return verdictSchema.parse(await post(url, body, view.signal)).score;
  },
});

function post(url: string, body: JsonValue, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, signal }, (response) => {
      if (response.statusCode === 200) json(response).then(resolve, reject);
      else reject(new Error(`the judge answered ${response.statusCode}`));
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}
