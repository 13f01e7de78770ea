import { Command } from 'commander';
import { ConfigError } from 'slime-sdk';
import { samplesFile } from '../observe/inspect/index.ts';
import { checkSamples } from './check-samples.ts';
import { type CliContext, writeLine } from './cli-context.ts';

const HELP = `
Prints one line a finding, "file:line: path: message", and a summary last.
Exit code 1 when there is a finding or no sample at all.`;

/** `slime-runtime check samples.jsonl`: the invariants of every sample in a dump. */
export function checkCommand(context: CliContext): Command {
  return new Command('check')
    .description('Check the invariants of every sample in a dump, slime’s or ours')
    .argument('<samples>', 'a run’s folder, or a file of JSON lines, one sample each')
    .option('--reward-key <key>', 'key that a reward must have where it is an object')
    .addHelpText('after', HELP)
    .action(async (file: string, options: { rewardKey?: string }) => {
      await check(file, options.rewardKey ?? null, context);
    });
}

async function check(dump: string, rewardKey: string | null, context: CliContext): Promise<void> {
  assertJsonLines(dump);
  const file = await samplesFile(dump);
  const total = { samples: 0, bad: 0, findings: 0 };
  for await (const findings of checkSamples(file, rewardKey)) {
    total.samples += 1;
    total.findings += findings.length;
    if (findings.length > 0) total.bad += 1;
    for (const { line, path, message } of findings) {
      await writeLine(context.stdout, `${file}:${line}: ${path}: ${message}`);
    }
  }
  if (total.findings > 0 || total.samples === 0) context.exitCode = 1;
  await writeLine(context.stdout, summarise(total));
}

function summarise(total: { samples: number; bad: number; findings: number }): string {
  if (total.samples === 0) return 'no samples: nothing was checked';
  const samples = count(total.samples, 'sample');
  if (total.findings === 0) return `${samples}, all invariants hold`;
  return `${samples}, ${count(total.findings, 'finding')} in ${total.bad} of them`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** slime's own dumps (`--save-debug-rollout-data`) are torch files. */
function assertJsonLines(file: string): void {
  if (!/\.pth?$/i.test(file)) return;
  const target = file.replace(/\.pth?$/i, '.jsonl');
  throw new ConfigError(
    `${file} is a torch file; write its samples as JSON lines first, where torch is installed:\n` +
      `python3 -c 'import json, sys, torch; [print(json.dumps(s, default=lambda v: v.tolist() ` +
      `if hasattr(v, "tolist") else str(v))) for s in torch.load(sys.argv[1], ` +
      `weights_only=False)["samples"]]' ${file} > ${target}`,
  );
}
