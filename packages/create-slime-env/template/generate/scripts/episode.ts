import { fanOut, type RewardValue } from 'slime-sdk';
import { generate, reward } from '../src/index.ts';
import { createLogger, noEncoder, noEngine } from './no-engine.ts';
import { createPersonTape, turnsOf } from './person-tape.ts';
import { score, type Stage } from './stage.ts';

/** Plays one episode of the generate function, the person at its tape; null when they left. */
export async function playEpisode(stage: Stage): Promise<RewardValue[] | null> {
  const { args, sample, seed, terminal } = stage;
  const context = {
    evaluation: false,
    engine: noEngine,
    encoder: noEncoder,
    tape: () => createPersonTape(stage),
    fanOut,
    seed,
    signal: terminal.signal,
    log: createLogger(terminal.say),
  };
  const given = structuredClone(sample);
  const samples = [await generate.generate(args, given, {}, context)].flat();
  const rewards: RewardValue[] = [];
  for (const played of samples) {
    if (played.status === 'aborted') return null;
    const { texts, turns } = turnsOf(played, args);
    const finalText = turns.at(-1)?.content ?? '';
    const words = { finalText, policyText: texts.join('\n'), turns };
    rewards.push(await score(reward, { ...stage, sample: played }, words));
  }
  return rewards;
}
