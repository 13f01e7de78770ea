import { Command } from 'commander';
import type { CliContext } from './cli-context.ts';

/** `slime-runtime engine`: serves SGLang's wire from a policy. */
export function engineCommand(_context: CliContext): Command {
  return new Command('engine').description("serve SGLang's wire from a policy");
}
