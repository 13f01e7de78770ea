import type { ToolSpec } from '../messages.ts';

const NAMESPACE = 'functions.';

/** Whether a message to this recipient is a call: words have recipients, too, as `user`. */
export function isToolRecipient(recipient: string, tools: readonly ToolSpec[]): boolean {
  return (
    recipient.startsWith(NAMESPACE) ||
    isTool(recipient, tools) ||
    isTool(lastPart(recipient), tools)
  );
}

/** SGLang takes the last part of a recipient; tools whose names have dots go by their whole name. */
export function nameOfRecipient(recipient: string, tools: readonly ToolSpec[]): string {
  const whole = recipient.startsWith(NAMESPACE) ? recipient.slice(NAMESPACE.length) : recipient;
  return isTool(whole, tools) ? whole : lastPart(recipient);
}

function isTool(name: string, tools: readonly ToolSpec[]): boolean {
  return tools.some((tool) => tool.function.name === name);
}

function lastPart(recipient: string): string {
  return recipient.slice(recipient.lastIndexOf('.') + 1);
}
