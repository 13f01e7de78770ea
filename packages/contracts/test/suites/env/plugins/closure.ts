import type { BuildEnv } from 'slime-sdk';
import { formatTextObservation } from 'slime-sdk';

/** slime's bare function, and an object of closures; ends by itself after three turns. */
export const buildEnv: BuildEnv = ({ sample }) => {
  let turns = 0;
  return {
    reset: () => {
      turns = 0;
      return {};
    },
    step: (text) => {
      turns += 1;
      const isRight = text.includes(JSON.stringify(sample.label));
      return {
        observation: { text: `You have said ${text.length} characters in turn ${turns}.` },
        done: isRight || turns >= 3,
      };
    },
    formatObservation: formatTextObservation,
    close: () => {},
  };
};
