import type { CustomRM, JsonValue } from 'slime-sdk';

const ANSWER = /####[ \t]*(-?\d[\d,]*(?:\.\d+)?)/g;

/** GSM8K's form: the number behind the last `####` is the answer. */
const customRm: CustomRM = (_args, sample) => {
  const given = lastAnswer(sample.response);
  return given !== null && given === lastAnswer(`#### ${labelText(sample.label)}`) ? 1 : 0;
};

export default customRm;

function lastAnswer(text: string): number | null {
  const number = [...text.matchAll(ANSWER)].at(-1)?.[1];
  return number === undefined ? null : Number(number.replaceAll(',', ''));
}

/** Some rows hold the whole solution, others the number alone. */
function labelText(label: JsonValue): string {
  return String(label).split('####').at(-1)?.trim() ?? '';
}
