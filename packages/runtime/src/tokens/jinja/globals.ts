import { strftime } from './strftime.ts';
import { toText } from './python-text.ts';
import { TemplateError } from './template-error.ts';
import { type CallArguments, type Callable, Namespace, numberOf } from './values.ts';

const LONGEST_RANGE = 100_000;

function range(args: CallArguments): number[] {
  const numbers = args.positional.map((value) => numberOf(value) ?? Number.NaN);
  const [first = 0, second, step = 1] = numbers;
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!Number.isInteger(length) || length > LONGEST_RANGE) {
    throw new TemplateError(`range() of ${length} items; the sandbox allows ${LONGEST_RANGE}`);
  }
  return Array.from({ length }, (_, index) => start + index * step);
}

function joiner(args: CallArguments): Callable {
  const separator = args.positional[0] ?? args.keyword.get('sep') ?? ', ';
  let used = false;
  return () => {
    if (used) return separator;
    used = true;
    return '';
  };
}

/** Names that every template has, as transformers sets them up. */
export function templateGlobals(now: () => Date): ReadonlyMap<string, Callable> {
  return new Map<string, Callable>([
    ['range', range],
    ['joiner', joiner],
    ['namespace', (args) => new Namespace(args.keyword)],
    ['dict', (args) => new Map(args.keyword)],
    ['strftime_now', (args) => strftime(now(), toText(args.positional[0]))],
    [
      'raise_exception',
      (args) => {
        throw new TemplateError(`the template refused it: ${toText(args.positional[0])}`);
      },
    ],
  ]);
}
