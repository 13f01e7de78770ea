import { beyond, type FaultRow, IN_ADAPTER, within } from '../fault-row.ts';

/** slime's adapters for agents, B093 to B109. */
export const adapterFaults: readonly FaultRow[] = [
  beyond('B093', 'A session id that was closed is refused for ever', IN_ADAPTER),
  beyond('B094', 'Requests without an id are merged into one session', IN_ADAPTER),
  beyond('B095', 'Text beside a call is not recognised when it comes back', IN_ADAPTER),
  beyond('B096', 'Reasoning that a client echoes makes a turn unrecognisable', IN_ADAPTER),
  within('B097', 'Parallel calls after the first are not sent to the agent'),
  beyond('B098', 'An abort is reported as a stop, a cut call as a call', IN_ADAPTER),
  beyond('B099', 'The turn’s end marker shows in the text', IN_ADAPTER),
  within('B100', 'A picture becomes the text of its own description'),
  beyond('B101', 'Text blocks of one message become several turns', IN_ADAPTER),
  beyond('B102', 'The flag that a tool failed is lost', IN_ADAPTER),
  beyond('B103', 'Messages of unknown roles are dropped', IN_ADAPTER),
  within(
    'B104',
    'A fallback parser reads the reasoning; that it gives trimmed strings, no check sees',
  ),
  beyond('B105', 'Sampling parameters of the agent override the training’s', IN_ADAPTER),
  beyond('B106', 'A full context is answered by an empty turn', IN_ADAPTER),
  beyond('B107', 'A turn is recorded after the agent has its reply', IN_ADAPTER),
  within('B108', 'A reply without log-probs counts as an empty turn', [
    'generate/missing-logprobs',
  ]),
  beyond('B109', 'Counting tokens always gives 0', IN_ADAPTER),
];
