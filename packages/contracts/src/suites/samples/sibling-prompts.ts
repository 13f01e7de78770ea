import type { Sample } from 'slime-sdk';
import type { SampleCheck } from './sample-check.ts';

/** What is kept of a group: its first prompt, as a hash. */
interface Prompt {
  line: number;
  length: number;
  hash: number;
  lastRollout: number | null;
}

/** One prompt a group. */
export const siblingPrompts: SampleCheck = {
  id: 'samples/sibling-prompts',
  title: 'the rollouts of a group begin with the same prompt tokens',
  why: 'A reward is compared with the mean of its group: where siblings were asked different things, the luck of the prompt is praised or blamed.',
  fix: 'Give group_index by the row of the data, render the prompt once, and start siblings of an environment from the same seed.',
  source: 'slime/rollout/data_source.py: get_samples',
  faults: [],
  requires: ['samples/json', 'samples/shape', 'samples/lengths'],
  expected: 'the prompt tokens of the first rollout of the group',
  needs: 'groups of two or more rollouts with tokens',
  start: () => {
    const groups = new Map<number, Prompt>();
    return {
      look({ sample, line, issues }, report) {
        const { group_index: group, rollout_id: rollout, tokens } = sample;
        if (group === null || tokens.length === 0) return false;
        // Where the response begins is not known.
        if (issues.some(({ code }) => code === 'response_length')) return false;
        const first = groups.get(group);
        const own = { line, lastRollout: rollout, ...promptOf(sample) };
        if (first === undefined) {
          groups.set(group, own);
          return false;
        }
        // Later segments of one rollout begin with what came before them.
        if (rollout !== null && rollout === first.lastRollout) return false;
        first.lastRollout = rollout;
        if (own.length !== first.length || own.hash !== first.hash) {
          report(`another prompt than that of line ${first.line}, of the same group`, ['tokens']);
        }
        return true;
      },
    };
  },
};

function promptOf({ tokens, response_length: length }: Sample): { length: number; hash: number } {
  const count = Math.max(0, tokens.length - length);
  let hash = 0x811c9dc5;
  for (let at = 0; at < count; at += 1) hash = Math.imul(hash ^ (tokens[at] ?? 0), 0x01000193);
  return { length: count, hash };
}
