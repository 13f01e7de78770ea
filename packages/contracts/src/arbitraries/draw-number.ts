import type { JsonObject } from 'slime-sdk';
import type { Hints } from './hints.ts';
import { numberOf } from './keyword.ts';
import type { Picker } from './picks.ts';

/** A number that the keywords of the schema allow. `key`: what it is for. */
export function drawNumber(schema: JsonObject, hints: Hints, picker: Picker, key?: string): number {
  const isInteger = schema['type'] === 'integer';
  const step = numberOf(schema, 'multipleOf') ?? (isInteger ? 1 : 0);
  const fits = numberTest(schema, isInteger, step);
  if (picker.chance(50)) {
    const hint = hints.pickNumber({ fits, key }, picker);
    if (hint !== undefined) return hint;
  }
  const { least, most } = bounds(schema, isInteger);
  const grain = step === 0 ? 1 : step;
  const first = Number.isFinite(least)
    ? Math.ceil(least / grain) * grain
    : Math.min(0, Math.floor(most / grain) * grain);
  const candidates = [
    0,
    1,
    first,
    2,
    -1,
    3,
    10,
    first + grain,
    first + 2 * grain,
    7,
    100,
    -5,
    most,
  ];
  if (step === 0) candidates.push(0.5, -0.25, 1.75, (first + Math.min(most, first + 1)) / 2);
  const spread = Math.min(most - first, 1000) / grain;
  candidates.push(first + grain * picker.below(Math.max(1, Math.floor(spread) + 1)));
  const possible = candidates.filter(fits);
  return picker.from(possible) ?? first;
}

function bounds(schema: JsonObject, isInteger: boolean): { least: number; most: number } {
  const gap = isInteger ? 1 : 1 / 1024;
  const above = numberOf(schema, 'exclusiveMinimum');
  const below = numberOf(schema, 'exclusiveMaximum');
  return {
    least: Math.max(
      numberOf(schema, 'minimum') ?? -Infinity,
      above === undefined ? -Infinity : above + gap,
    ),
    most: Math.min(
      numberOf(schema, 'maximum') ?? Infinity,
      below === undefined ? Infinity : below - gap,
    ),
  };
}

function numberTest(
  schema: JsonObject,
  isInteger: boolean,
  step: number,
): (value: number) => boolean {
  const least = numberOf(schema, 'minimum') ?? -Infinity;
  const most = numberOf(schema, 'maximum') ?? Infinity;
  const above = numberOf(schema, 'exclusiveMinimum') ?? -Infinity;
  const below = numberOf(schema, 'exclusiveMaximum') ?? Infinity;
  return (value) =>
    Number.isFinite(value) &&
    (!isInteger || Number.isSafeInteger(value)) &&
    value >= least &&
    value <= most &&
    value > above &&
    value < below &&
    (step === 0 || Number.isInteger(value / step));
}
