import { ONE, power, rational, type Rational } from '../exact/rational.ts';
import type { Unit } from './units.ts';

type Worth = readonly [base: string, n: bigint, d: bigint];

const LENGTHS: ReadonlyMap<string, Worth> = new Map<string, Worth>([
  ['米', ['meter', 1n, 1n]],
  ['厘米', ['meter', 1n, 100n]],
  ['毫米', ['meter', 1n, 1000n]],
  ['分米', ['meter', 1n, 10n]],
  ['千米', ['meter', 1000n, 1n]],
  ['公里', ['meter', 1000n, 1n]],
]);

const OTHERS: ReadonlyMap<string, Worth> = new Map<string, Worth>([
  ['克', ['gram', 1n, 1n]],
  ['毫克', ['gram', 1n, 1000n]],
  ['千克', ['gram', 1000n, 1n]],
  ['公斤', ['gram', 1000n, 1n]],
  ['吨', ['gram', 1_000_000n, 1n]],
  ['秒', ['second', 1n, 1n]],
  ['秒钟', ['second', 1n, 1n]],
  ['分钟', ['second', 60n, 1n]],
  ['小时', ['second', 3600n, 1n]],
  ['时', ['second', 3600n, 1n]],
  ['天', ['second', 86_400n, 1n]],
  ['日', ['second', 86_400n, 1n]],
  ['周', ['second', 604_800n, 1n]],
  ['星期', ['second', 604_800n, 1n]],
  ['月', ['month', 1n, 1n]],
  ['个月', ['month', 1n, 1n]],
  ['年', ['month', 12n, 1n]],
  ['元', ['yuan', 1n, 1n]],
  ['块', ['yuan', 1n, 1n]],
  ['块钱', ['yuan', 1n, 1n]],
  ['圆', ['yuan', 1n, 1n]],
  ['角', ['yuan', 1n, 10n]],
  ['度', ['degree', 1n, 1n]],
]);

const LITRES: ReadonlyMap<string, Rational> = new Map([
  ['升', rational(1n, 1000n)],
  ['毫升', rational(1n, 1_000_000n)],
]);

const RAISED: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['平方', 2],
  ['立方', 3],
]);

const MAGNITUDES: ReadonlyMap<string, Rational> = new Map([
  ['', ONE],
  ['万', rational(10_000n)],
  ['百万', rational(10n ** 6n)],
  ['千万', rational(10n ** 7n)],
  ['亿', rational(10n ** 8n)],
]);

/** Words that count, with a noun of few characters behind them: `个`, `名学生`. */
const COUNTER =
  /^[个人只种本次页岁张支枝名位辆棵件道题组对双倍层头匹条根朵颗粒瓶杯袋箱盒盘台架间座家户班行列排队分篇套把枚片段步圈轮场局盏面扇株串束筐桶车包船趟遍厂项份处股副](?![不非否无没错])\p{Script=Han}{0,4}$/u;

const unit = (base: string, factor: Rational, exponent: number): Unit => ({
  factor: power(factor, BigInt(exponent)),
  powers: new Map([[base, exponent]]),
  assumed: false,
});

function measure(word: string): Unit | null {
  const litre = LITRES.get(word);
  if (litre !== undefined) return { ...unit('meter', ONE, 3), factor: litre };
  const other = OTHERS.get(word);
  if (other !== undefined) return unit(other[0], rational(other[1], other[2]), 1);
  const [, prefix = '', name = ''] = /^(平方|立方)?(.*)$/u.exec(word) ?? [];
  const length = LENGTHS.get(name);
  if (length !== undefined)
    return unit('meter', rational(length[1], length[2]), RAISED.get(prefix) ?? 1);
  return COUNTER.test(word.replace(/不同的?/u, '')) ? unit(word, ONE, 1) : null;
}

/** What a Chinese word behind a number means: `厘米`, `平方米`, `万元`, `个`; null where it is no unit. */
export function readChineseUnit(word: string): { unit: Unit | null; magnitude: Rational } | null {
  const [, large = '', name = ''] = /^(百万|千万|万|亿)?(.*)$/u.exec(word) ?? [];
  const magnitude = MAGNITUDES.get(large) ?? ONE;
  if (name === '') return large === '' ? null : { unit: null, magnitude };
  const measured = measure(name);
  return measured === null ? null : { unit: measured, magnitude };
}

/** Whether a word is written in Chinese. */
export function isChinese(word: string): boolean {
  return /^\p{Script=Han}+$/u.test(word);
}
