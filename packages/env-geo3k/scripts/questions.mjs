// One builder a kind of question: it picks the numbers, and works the answer out from them.
import { decimal, fraction, halfRootThree, root, timesPi } from './exact.mjs';
import { angles, circle, equilateral, parallelCut, rectangle, rightTriangle } from './figure.mjs';

/**
 * @typedef {object} Question
 * @property {string} problem
 * @property {Record<string, number>} given the numbers in the picture
 * @property {string} answer
 * @property {string} figure SVG
 */

/** @typedef {(from: number, to: number) => number} Pick an integer, both ends included */

/** @type {Record<string, (pick: Pick) => Question>} */
export const kinds = {
  hypotenuse(pick) {
    const given = { base: pick(4, 24), upright: pick(4, 18) };
    const { base, upright } = given;
    const figure = rightTriangle(base, upright, {
      base: String(base),
      upright: String(upright),
      slope: 'x',
    });
    return { problem: 'Find $x$.', given, answer: root(base ** 2 + upright ** 2), figure };
  },

  leg(pick) {
    const base = pick(4, 14);
    const given = { base, slope: base + pick(2, 12) };
    const square = given.slope ** 2 - base ** 2;
    const figure = rightTriangle(base, Math.sqrt(square), {
      base: String(base),
      upright: 'x',
      slope: String(given.slope),
    });
    return { problem: 'Find $x$.', given, answer: root(square), figure };
  },

  third_angle(pick) {
    const given = { left: pick(35, 75), right: pick(35, 70) };
    const { left, right } = given;
    const figure = angles(left, right, { labels: [`${left}°`, `${right}°`, 'x'] });
    return {
      problem: 'Find the value of $x$ in degrees.',
      given,
      answer: String(180 - left - right),
      figure,
    };
  },

  diagonal(pick) {
    const given = { base: pick(9, 20), upright: pick(4, 12) };
    const { base, upright } = given;
    const figure = rectangle(base, upright, {
      base: String(base),
      upright: String(upright),
      diagonal: 'x',
    });
    return {
      problem: 'The figure is a rectangle. Find $x$.',
      given,
      answer: root(base ** 2 + upright ** 2),
      figure,
    };
  },

  rectangle_area(pick) {
    const given = { base_tenths: pick(61, 149), upright: pick(3, 9) };
    const { base_tenths: base, upright } = given;
    const figure = rectangle(base / 10, upright, { base: decimal(base), upright: String(upright) });
    return {
      problem: 'Find the area of the rectangle.',
      given,
      answer: decimal(base * upright),
      figure,
    };
  },

  circle_area(pick) {
    const given = { radius: pick(2, 19) };
    const figure = circle({ radius: String(given.radius) });
    return {
      problem: 'Find the area of the circle. Round to the nearest tenth.',
      given,
      answer: timesPi(given.radius ** 2),
      figure,
    };
  },

  parallel_cut(pick) {
    const given = { left_top: pick(4, 12), left_bottom: pick(3, 11), right_top: pick(5, 13) };
    const { left_top: top, left_bottom: bottom, right_top: right } = given;
    const figure = parallelCut(top / (top + bottom), {
      leftTop: String(top),
      leftBottom: String(bottom),
      rightTop: String(right),
      rightBottom: 'x',
    });
    return {
      problem: 'The segment inside the triangle is parallel to its base. Find $x$.',
      given,
      answer: fraction(bottom * right, top),
      figure,
    };
  },

  altitude(pick) {
    const given = { side: pick(3, 22) };
    const figure = equilateral({ side: String(given.side), altitude: 'x' });
    return {
      problem: 'Find $x$, the altitude of the equilateral triangle.',
      given,
      answer: halfRootThree(given.side),
      figure,
    };
  },
};
