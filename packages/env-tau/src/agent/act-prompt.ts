const EXAMPLE = `{"type": "function", "function": {"name": "get_opening_hours", "description": "Look up when a shop is open.", "parameters": {"type": "object", "properties": {"city": {"type": "string", "description": "The city, such as Bern"}, "day": {"type": "string", "enum": ["weekday", "sunday"]}}, "required": ["city", "day"]}}}`;

const CALL = '{"name": "get_opening_hours", "arguments": {"city": "Bern", "day": "sunday"}}';
const REPLY =
  '{"name": "respond", "arguments": {"content": "The shop in Bern is open from 10 to 16 on Sunday."}}';

const THOUGHT = `Thought:
<one line of reasoning about where things stand and what to do next>
`;

/** What follows the tools in the system prompt: the form in which an agent writes its actions. */
export function actPrompt({ thinks }: { thinks: boolean }): string {
  const think = (words: string): string => (thinks ? `Thought:\n${words}\n` : '');
  return `
# Instruction
You are an agent: help the user with the tools above, and keep to the policy above.

Each time you write, keep to exactly this form:
${thinks ? THOUGHT : ''}Action:
{"name": <name of the action>, "arguments": <arguments of the action, a JSON object>}

A program reads the Action: it must be valid JSON, and nothing may follow it. Make no arguments up. To speak to the user, use the action respond with the argument content.

Suppose the user asks "When is your shop in Bern open on Sunday?" and there is this tool:
${EXAMPLE}

Then you may write:
${think('The user asks for the hours of a Sunday in Bern. I look them up.')}Action:
${CALL}

And when the tool answers "10:00-16:00":
${think('I know the hours and can tell the user.')}Action:
${REPLY}
`;
}
