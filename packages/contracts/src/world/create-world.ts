import { configOf } from './plugin-keys.ts';
import type { SuiteRequest } from '../runner/suite-request.ts';
import type { BranchCounter } from '../source/branch-counter.ts';
import type { PluginSource } from '../source/plugin-source.ts';
import { collectVocabulary } from '../source/read-vocabulary.ts';
import { readProcessState } from './process-state.ts';
import { readRows } from './read-rows.ts';
import { readTraces } from './read-traces.ts';
import type { World } from './world.ts';

/**
 * Reads what a suite knows of the user's world.
 *
 * @param onLoad told before a tokenizer is loaded, which takes its time.
 * @throws ConfigError, DataError
 */
export async function createWorld(
  request: SuiteRequest,
  source: PluginSource,
  branches: BranchCounter,
  onLoad: () => void,
): Promise<World> {
  const { args, cwd, traceFile } = request;
  let encoder: ReturnType<World['encoder']> | null = null;
  let templates: ReturnType<World['templates']> | null = null;
  const encoders = () => {
    onLoad();
    return import('./encoders.ts');
  };
  const openOwn = () => (encoder ??= encoders().then(({ openEncoder }) => openEncoder(args, cwd)));
  const openAll = async () => {
    const { openTemplates } = await encoders();
    return openTemplates(await openOwn(), args, cwd);
  };
  return {
    cwd,
    args,
    config: configOf(args),
    rows: await readRows(args, cwd),
    traces: traceFile === null ? [] : await readTraces(traceFile),
    vocabulary: await collectVocabulary(source),
    branches,
    processState: readProcessState(),
    encoder: openOwn,
    templates: () => (templates ??= openAll()),
  };
}
