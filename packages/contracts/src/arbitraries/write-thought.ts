import { type CallFormat, callFormat } from './write-call.ts';

/** Writes reasoning and what is said after it, as the parser of reasoning reads them. */
export function writeThought(
  thought: string,
  said: string,
  reasoningParser: string | null,
): string {
  return reasoningParser === 'gpt-oss'
    ? `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${said}`
    : `<think>\n${thought}\n</think>\n\n${said}`;
}

/** The format of a call that is only drafted: with its tokens, one of gpt-oss would be a message. */
export function draftFormat(callParser: string | null): CallFormat {
  const format = callFormat(callParser);
  return format === 'gpt-oss' ? 'qwen25' : format;
}
