import type { ScalarTag, Tags } from 'yaml';

/** A number with a point or an exponent: of Python's type `float`, also where it is a whole one. */
export class YamlFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  toString(): string {
    return String(this.value);
  }
}

const core = (name: string): string => `tag:yaml.org,2002:${name}`;

const BOOLEAN: ScalarTag = {
  tag: core('bool'),
  default: true,
  test: /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
  resolve: (text) => /^(?:yes|true|on)$/i.test(text),
};

const INTEGER: ScalarTag = {
  tag: core('int'),
  default: true,
  test: /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
  resolve: (text) => readInteger(text.replaceAll('_', '')),
};

const FLOAT: ScalarTag = {
  tag: core('float'),
  default: true,
  test: /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  resolve: (text) => readFloat(text.replaceAll('_', '').toLowerCase()),
};

/** `!!float 1`: the tag makes a float of what is an integer without it. */
const TAGGED_FLOAT: ScalarTag = {
  tag: core('float'),
  resolve: (text, onError) => {
    if (FLOAT.test?.test(text)) return readFloat(text.replaceAll('_', '').toLowerCase());
    if (/^[-+]?[0-9][0-9_]*$/.test(text)) return new YamlFloat(Number(text.replaceAll('_', '')));
    onError(`${text} is no !!float`);
    return text;
  },
};

/** Month and day have two digits where no time is behind them. JSON has no dates. */
const DATE: ScalarTag = {
  tag: core('timestamp'),
  default: true,
  test: /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/,
  resolve: (text) => new Date(text),
};

/** What this library reads otherwise than Python: `y` is a text, `1e5` and `2020-1-1` too. */
const REPLACED = new Set(['bool', 'int', 'float', 'omap', 'pairs', 'timestamp'].map(core));

/** Scalars as `yaml.safe_load` of Python reads them; integers are bigints, floats {@link YamlFloat}. */
export function pythonScalars(tags: Tags): Tags {
  const others = tags.filter((tag) => typeof tag === 'string' || !REPLACED.has(tag.tag));
  return [...others, BOOLEAN, INTEGER, FLOAT, TAGGED_FLOAT, DATE];
}

/** NaN for digits that are missing: `0x_`. */
function readInteger(text: string): bigint | number {
  const digits = text.replace(/^[-+]/, '');
  const magnitude = readDigits(digits);
  if (magnitude === undefined) return Number.NaN;
  return text.startsWith('-') ? -magnitude : magnitude;
}

function readDigits(digits: string): bigint | undefined {
  if (/^0[bx]$/.test(digits)) return undefined;
  if (digits.includes(':'))
    return digits.split(':').reduce((sum, part) => sum * 60n + BigInt(part), 0n);
  return BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits);
}

function readFloat(text: string): YamlFloat | number {
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.replace(/^[-+]/, '');
  if (digits === '.nan') return Number.NaN;
  if (digits === '.inf') return sign * Number.POSITIVE_INFINITY;
  const value = digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return new YamlFloat(sign * value);
}
