import { text } from 'node:stream/consumers';
import { importModule, prepareModule, resolvePlugin } from 'slime-runtime/hosting';
import { z } from 'zod';
import { BranchCounter } from '../../src/source/branch-counter.ts';
import { parsePluginSource } from '../../src/source/plugin-source.ts';

// Loads a plugin under a counter and calls its default export, step by step. A program of its own:
// where tests run, modules are rewritten before they are loaded, and positions say nothing.

const requestSchema = z.object({
  dir: z.string(),
  spec: z.string(),
  calls: z.array(z.array(z.unknown())),
});

const { dir, spec, calls } = requestSchema.parse(JSON.parse(await text(process.stdin)));
const prepared = await prepareModule(await resolvePlugin(spec, null, dir));
const counter = BranchCounter.start();
counter.watch(prepared, await parsePluginSource(prepared));
const { default: plugin } = await importModule(prepared);
if (typeof plugin !== 'function') throw new TypeError('the module has no default function');
counter.take();
const steps = calls.map((args) => {
  Reflect.apply(plugin, undefined, args);
  return { taken: [...counter.take()], report: counter.report() };
});
counter.close();
process.stdout.write(JSON.stringify(steps));
