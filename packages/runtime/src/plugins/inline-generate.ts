import { type CustomGenerate, isSlimeError } from 'slime-sdk';
import { type CalledPlugin, callPlugin } from './call-plugin.ts';
import { CallScope } from './call-scope.ts';

/**
 * Hosts a generate function in this process. An episode may take hours, so its calls have no
 * deadline; they end when the episode's signal fires, and one that holds the event loop is named.
 *
 * An error of ours that passes through it, such as the engine's, stays what it is.
 */
export function hostGenerate(generate: CustomGenerate, plugin: CalledPlugin): CustomGenerate {
  return async (args, sample, samplingParams, context) => {
    const scope = new CallScope(context.signal);
    const facts = {
      plugin: plugin.name,
      where: 'generate',
      index: sample.index,
      turn: null,
    } as const;
    // Of its own: what a plugin does to its signal reaches no other episode.
    const own = { ...context, signal: scope.signal };
    try {
      return await callPlugin(plugin, {
        facts,
        scope,
        hasDeadline: false,
        run: () => generate(args, sample, samplingParams, own),
      });
    } catch (error) {
      throw isSlimeError(error) && isSlimeError(error.cause) ? error.cause : error;
    } finally {
      scope.end();
    }
  };
}
