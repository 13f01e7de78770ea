import fc from 'fast-check';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { showCase } from '../cases/episode-case.ts';
import { type Crowd, crowd, episodesOf } from '../cases/siblings.ts';
import { lostReplies } from '../cases/endings.ts';
import { type Episode, playEpisode } from '../play-episode.ts';
import type { Trouble } from '../stage/trouble.ts';
import type { WireRequest } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';
import { GENERATE_KEYS, SAMPLING_KEYS } from 'slime-runtime';

interface RequestCase {
  crowd: Crowd;
  trouble: Trouble | null;
}

const PROMPTS = ['text', 'input_ids', 'input_embeds'] as const;
/** Router policies that keep an episode on one engine by its key. */
const BY_KEY: ReadonlySet<string | null> = new Set(['consistent_hashing', 'manual']);

/** What goes over the wire. */
export const request = property<GenerateTarget, RequestCase>({
  id: 'generate/request',
  title:
    'requests have known keys, one prompt, a request id of their own and one routing key an episode',
  why: 'SGLang ignores a misspelt key without a word, aborts every request whose id begins with the one it is given, and spreads an episode without a key over all engines, past its cached prefix.',
  fix: 'Use context.engine with one routingKey for the episode (sample.session_id). Over HTTP: spell keys as /generate does, send input_ids or text and not both, ids of one length and never the same twice, and the header x-smg-routing-key.',
  source: 'SGLang GenerateReqInput, POST /abort_request; sgl-model-gateway consistent_hashing',
  faults: ['A096', 'B018'],
  requires: ['generate/settles'],
  share: 0.1,
  mostCases: 30,
  inputs: ({ world }) =>
    fc.record({
      crowd: crowd(world, { ends: ['stop'], mostReplies: 3 }).map((item) => ({ ...item, size: 2 })),
      trouble: fc.option(
        lostReplies().map(([one]) => ({ at: 0, kind: one?.kind ?? 'reset', times: 1 })),
      ),
    }),
  show: ({ crowd: item, trouble }, target) => ({
    episodes: episodesOf(item).map((episode) => showCase(episode, target)),
    trouble,
  }),
  async holds(target, { crowd: item, trouble }, trial) {
    const troubles = trouble === null ? [] : [trouble];
    const episodes: Episode[] = [];
    for (const one of episodesOf(item)) {
      const input = { ...one, troubles };
      episodes.push(await playEpisode(target, trial, input));
    }
    const requests = episodes.flatMap((episode) => episode.requests);
    for (const one of requests) assertBody(trial, one);
    assertRids(trial, requests);
    const isKeyNeeded = BY_KEY.has(target.world.args.router_policy);
    assertKeys(trial, episodes, isKeyNeeded);
  },
});

function assertBody(trial: Trial, { at, body }: WireRequest): void {
  if (body === null) {
    trial.fail({ expected: `a JSON object as body of request ${at}`, got: 'something else' });
  }
  const unknown = Object.keys(body).find((key) => !GENERATE_KEYS.has(key));
  if (unknown !== undefined) {
    trial.fail({
      expected: 'keys that /generate knows',
      got: `${unknown} in request ${at}: it is ignored without a word`,
    });
  }
  const params = body['sampling_params'];
  const key = Object.keys(typeof params === 'object' && params !== null ? params : {}).find(
    (name) => !SAMPLING_KEYS.has(name),
  );
  if (key !== undefined) {
    trial.fail({
      expected: 'sampling_params that SGLang knows',
      got: `${key} in request ${at}: it is answered with 500`,
    });
  }
  const prompts = PROMPTS.filter((name) => body[name] !== undefined && body[name] !== null);
  if (prompts.length === 1) return;
  trial.fail({
    expected: 'one prompt: input_ids or text',
    got: `${prompts.length === 0 ? 'none' : prompts.join(' and ')} in request ${at}`,
  });
}

function assertRids(trial: Trial, requests: readonly WireRequest[]): void {
  const rids = requests.flatMap(({ rid }) => rid ?? []);
  const twice = rids.find((rid, at) => rids.indexOf(rid) !== at);
  if (twice !== undefined) {
    trial.fail({
      expected: 'a request id of its own for each request, tries too',
      got: `rid ${JSON.stringify(twice)} twice: SGLang refuses it while the first still runs`,
    });
  }
  const [first] = rids;
  const other = rids.find((rid) => rid.length !== first?.length);
  if (first === undefined || other === undefined) return;
  trial.fail({
    expected: 'request ids of one length',
    got: `${JSON.stringify(first)} and ${JSON.stringify(other)}`,
    note: 'an abort ends every request whose id begins with the one it is given',
  });
}

function assertKeys(trial: Trial, episodes: readonly Episode[], isNeeded: boolean): void {
  const keys = new Map<string, number>();
  for (const [index, { requests }] of episodes.entries()) {
    const [first, ...others] = requests;
    const other = others.find(({ routingKey }) => routingKey !== first?.routingKey);
    if (first !== undefined && other !== undefined) {
      trial.fail({
        expected: 'one routing key on all requests of an episode',
        got: `${String(first.routingKey)} on request 0, ${String(other.routingKey)} on request ${other.at}`,
      });
    }
    if (first === undefined) continue;
    if (first.routingKey === null) {
      if (!isNeeded) continue;
      trial.fail({
        expected: 'a header x-smg-routing-key: the router’s policy goes by it',
        got: 'none on request 0',
      });
    }
    if (keys.has(first.routingKey)) {
      trial.fail({
        expected: 'another routing key for each episode',
        got: `${first.routingKey} for two: all of them end up on one engine`,
      });
    }
    keys.set(first.routingKey, index);
  }
}
