import type { JsonValue } from 'slime-sdk';
import type { Picker } from './picks.ts';

/** A label as text: strings as they are, all else as JSON. */
export function labelText(label: JsonValue): string {
  return typeof label === 'string' ? label : JSON.stringify(label);
}

/** An answer that is close to a label and is not it, or has nothing to do with it. */
export function wrongAnswer(label: JsonValue, picker: Picker): string {
  const text = labelText(label);
  const number = Number(text);
  const isNumber = text.trim() !== '' && Number.isFinite(number);
  const wrong = isNumber
    ? [`${number + 1}`, `${-number - 1}`, `${number * 10 + 3}`, `${text}.5`, `${text}${text}`]
    : [`${text}x`, `not ${text}`, text.slice(0, -1), 'A', 'B', 'yes', 'no'];
  return picker.from([...wrong, '', ' ', '12345', '1/0', 'unknown', '9**9**9', '-', 'null']) ?? '';
}
