/** Answers that a grader without bounds would work on for hours. */
export const namedHostile = ['9**9**9', '99999999!', '9**99999999', '(x+1)**3000'] as const;

const MEGABYTE = 1 << 20;
const times = (text: string, count: number): string => text.repeat(count);
const sum = (count: number, term: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => term(at)).join('+');

/** Answers that are large, deep, malformed or named like something built in, by what they are. */
export const hostileAnswers: Readonly<Record<string, string>> = {
  'a megabyte of digits': '1'.repeat(MEGABYTE),
  'a megabyte of words': times('a ', MEGABYTE / 2),
  'as many digits as are read': '7'.repeat(2000),
  'a long sum': `${times('x+', 1000)}x`,
  'a long product': times('(x+1)', 400),
  'a long quotient': `1${times('/y', 1000)}`,
  'a sum of quotients': sum(150, (at) => `\\frac{1}{x+${at}}`),
  'many roots': sum(20, (at) => `\\sqrt{${2 * at + 3}}`),
  'large roots': sum(12, (at) => `\\sqrt{${'9'.repeat(100)}${at}}`),
  'roots in roots': `${times('\\sqrt{2+', 60)}3${times('}', 60)}`,
  'cube roots in roots': `${times('\\sqrt[3]{1+', 10)}2${times('}', 10)}`,
  'fine angles': sum(12, (at) => `\\cos\\frac{\\pi}{${2 * at + 17}}`),
  'a power of a sum': '(a+b+c+d+e+f)^{400}',
  'a power of roots': '(1+\\sqrt2+\\sqrt3+\\sqrt5)^{300}',
  'a tower': `${times('2^', 60)}2`,
  'a tower with a letter': `${times('x^', 60)}2`,
  'a decimal exponent': '1e999999999',
  factorials: times('500!*', 300),
  'functions in functions': `${times('\\sin(', 60)}x${times(')', 60)}`,
  'many functions': sum(60, (at) => `\\sin(x+${at})`),
  'deep brackets': `${times('(', 1000)}1${times(')', 1000)}`,
  // Shallow enough to be followed to the end.
  'braces in braces': `${times('{', 60)}1${times('}', 60)}`,
  'brackets that stay open': times('(', 2000),
  signs: `${times('-', 2000)}1`,
  commas: times('1,', 1000),
  'groups of three digits': `${times('123,', 500)}x`,
  'digits and blanks': times('1 ', 1000),
  dots: times('.', 2000),
  'equals signs': `${times('x=', 1000)}1`,
  'signs of both kinds': times('\\pm x', 300),
  units: `5 ${times('cm ', 600)}`,
  'commands without arguments': times('\\frac', 400),
  'text in text': `${times('\\text{', 300)}${times('}', 300)}`,
  surrogates: '\ud800'.repeat(1000),
  'a prototype': '__proto__',
  'a constructor': '\\constructor',
  'a property of objects': 'toString',
  'a call': 'constructor.constructor("process.exit(7)")()',
  'an import': "[[__import__('x')]]",
  'an exit': 'process.exit(7)',
  'a function made of a string': `[].constructor.constructor('return process')().exit(7)`,
  'a template': '${process.exit(7)}',
  'an evaluation': `eval("require('node:fs').writeFileSync('canary','')")`,
  'a dynamic import': `import('node:fs').then((fs)=>fs.writeFileSync('canary',''))`,
  'a getter': `({get x(){globalThis.canary=1}}).x`,
  'a shell of Python': `__import__('os').system('touch canary')`,
  'a file of Python': `open('canary','w').close()`,
  'classes of Python': '().__class__.__bases__[0].__subclasses__()',
  'a name of SymPy': `Symbol('x').func(exec("open('canary','w')"))`,
  'a shell of TeX': '\\immediate\\write18{touch canary}',
  'a file of TeX': '\\input{canary}',
  'an assignment': 'globalThis.canary = 1',
};

/** Whole responses that are hard on the search for a box. */
export const hostileResponses: Readonly<Record<string, string>> = {
  'boxes that never close': times('\\boxed{', 150_000),
  'boxes in boxes': `${times('\\boxed{', 75_000)}${times('}', 75_000)}`,
  'open braces': times('{', MEGABYTE),
  'closing braces': times('}', MEGABYTE),
  backslashes: times('\\', MEGABYTE),
  'blanks after a box': `\\boxed${times(' ', MEGABYTE)}`,
  'blanks after many boxes': times(`\\boxed${times(' ', 1000)}`, 1000),
};
