import { type BuildEnv, formatTextObservation } from 'slime-sdk';

/** slime's bare `build_env` as a closure, with a protocol of its own in the text. */
export const correct: BuildEnv = ({ sample }) => {
  const log: string[] = [];
  return {
    reset() {
      log.length = 0;
      const content = `Write ACTION: left or ACTION: right. Task: ${JSON.stringify(sample.prompt)}`;
      return { messages: [{ role: 'user', content }] };
    },
    step(_responseText, { content }) {
      const action = /^ACTION: (left|right)$/m.exec(content)?.[1];
      if (action !== undefined) log.push(action);
      const text = action === undefined ? 'There was no ACTION.' : `You went ${log.join(', ')}.`;
      return { observation: { text }, done: action === undefined, info: { steps: log.length } };
    },
    formatObservation: formatTextObservation,
    metrics: () => ({ steps: log.length }),
    close() {},
  };
};
