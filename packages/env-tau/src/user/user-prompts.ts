import { STOP_MARKER } from './stop-marker.ts';

/** What a simulator says, and nothing else, when its instruction gives it nothing to go on by. */
export const OUT_OF_SCOPE_MARKER = '###OUT-OF-SCOPE###';

const REACT_FORM = `

Write in this form:

Thought:
<what you think>

User Response:
<the line that the agent is to read>`;

/** The system prompt of a simulator: who it plays, by which rules; `thinks` for the react form. */
export function userPrompt(instruction: string, { thinks }: { thinks: boolean }): string {
  const ending = thinks ? 'as the User Response' : 'as a message';
  const steps = thinks
    ? [
        'Think first: write a Thought about what to do next. The agent does not see it.',
        'Then write the User Response, one line that the agent sees.',
      ]
    : ['Write one line at a time: the next message of the user.'];
  const rules = [
    ...steps,
    'Do not tell the whole instruction at once. Tell what the present step needs.',
    'Make nothing up that the instruction does not say. When the agent asks for an order id that it ' +
      'does not give, say that you do not remember it or do not have it.',
    `When the goal of the instruction is reached, write ${STOP_MARKER} ${ending} of its own, with ` +
      'nothing beside it: that ends the conversation.',
    `When the conversation has come to where the instruction gives you nothing to go on by, write ` +
      `${OUT_OF_SCOPE_MARKER} ${ending} of its own.`,
    'Do not repeat the words of the instruction: say the same in words of your own.',
    'Keep the conversation as natural as you can, and be the person whom the instruction describes.',
  ];
  const list = rules.map((rule) => `- ${rule}`).join('\n');
  const form = thinks ? REACT_FORM : '';
  return `You play a user who talks to an agent.\n\nInstruction: ${instruction}\n\nRules:\n${list}${form}`;
}

const SUPERVISOR =
  'You watch over a conversation between a simulated Customer and an Agent. You read its Transcript ' +
  'and the Response that the Customer is about to give.';

/** Asks whether a response suits the customer's instruction. */
export function verifyPrompt(transcript: string, response: string): string {
  return `${SUPERVISOR} Say whether the Response is satisfactory: it follows what the Customer was told.
Your answer is read by a program: write true or false, and nothing else.

# Transcript:
${transcript}

# Response:
${response}

-----

Classification:`;
}

/** Asks for a better response than one that was not satisfactory. */
export function reflectPrompt(transcript: string, response: string): string {
  return `${SUPERVISOR} You found the Response unsatisfactory. Reflect on what is wrong with it, and write a Response that mends it.
Your answer is read by a program: keep to the form.

# Transcript:
${transcript}

# Response:
${response}

# Format:

Reflection:
<what went wrong>

Response:
<the new response, which the Agent is to read>`;
}
