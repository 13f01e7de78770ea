// Figures as SVG. Labels are drawn as strokes, so that no font of the machine is needed.

/** @typedef {{ x: number, y: number }} Point */

/** Strokes of each character in a box 4 wide and 6 high, y downwards. */
const GLYPHS = {
  0: 'M0 1L1 0L3 0L4 1L4 5L3 6L1 6L0 5Z',
  1: 'M1 1L2 0L2 6M1 6L3 6',
  2: 'M0 1L1 0L3 0L4 1L4 2L0 6L4 6',
  3: 'M0 1L1 0L3 0L4 1L4 2L3 3L1.5 3M3 3L4 4L4 5L3 6L1 6L0 5',
  4: 'M3 6L3 0L0 4L4 4',
  5: 'M4 0L0 0L0 2.5L3 2.5L4 3.5L4 5L3 6L1 6L0 5',
  6: 'M4 1L3 0L1 0L0 1L0 5L1 6L3 6L4 5L4 4L3 3L0 3',
  7: 'M0 0L4 0L1.5 6',
  8: 'M1 3L0 2L0 1L1 0L3 0L4 1L4 2L3 3L1 3L0 4L0 5L1 6L3 6L4 5L4 4L3 3',
  9: 'M4 3L1 3L0 2L0 1L1 0L3 0L4 1L4 5L3 6L1 6L0 5',
  x: 'M0 2L4 6M4 2L0 6',
  '.': 'M1 5.6L1.4 6',
  '°': 'M1 0L2 0L2.5 .7L2 1.5L1 1.5L.5 .7Z',
};

const WIDTH = 280;
const HEIGHT = 210;
const MARGIN = 38;
const GLYPH_SCALE = 2.6;
const ADVANCE = 5.4 * GLYPH_SCALE;

/** The size of every picture. */
export const size = [WIDTH, HEIGHT];

/** @param {Point} a @param {Point} b @param {number} share */
const between = (a, b, share) => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });

/** @param {Point} a @param {Point} b @param {number} length */
function towards(a, b, length) {
  return between(a, b, length / Math.hypot(b.x - a.x, b.y - a.y));
}

/** Scales points, y upwards, into the picture. @param {Point[]} points */
function fit(points) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / (right - left),
    (HEIGHT - 2 * MARGIN) / (top - bottom),
  );
  return points.map(({ x, y }) => ({
    x: WIDTH / 2 + (x - (left + right) / 2) * scale,
    y: HEIGHT / 2 - (y - (bottom + top) / 2) * scale,
  }));
}

/** Collects what one picture shows. */
class Figure {
  /** @type {string[]} */
  #parts = [];

  /** @param {Point[]} points */
  path(...points) {
    const steps = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    this.#parts.push(`<path d="M${steps.join('L')}"/>`);
  }

  /** @param {Point} centre @param {number} radius */
  circle({ x, y }, radius) {
    this.#parts.push(`<circle cx="${x}" cy="${y}" r="${radius}"/>`);
  }

  /** Text around a point. @param {string} text @param {Point} centre */
  text(text, centre) {
    const left = centre.x - (text.length * ADVANCE - 1.4 * GLYPH_SCALE) / 2;
    const top = centre.y - 3 * GLYPH_SCALE;
    for (const [at, char] of text.split('').entries()) {
      const place = `translate(${(left + at * ADVANCE).toFixed(1)} ${top.toFixed(1)}) scale(${GLYPH_SCALE})`;
      this.#parts.push(`<path transform="${place}" stroke-width=".65" d="${GLYPHS[char]}"/>`);
    }
  }

  /** Text beside the middle of a line, on the side away from `inside`. */
  side(
    /** @type {string} */ text,
    /** @type {Point} */ a,
    /** @type {Point} */ b,
    /** @type {Point} */ inside,
  ) {
    const middle = between(a, b, 0.5);
    const normal = { x: b.y - a.y, y: a.x - b.x };
    const outward =
      (middle.x - inside.x) * normal.x + (middle.y - inside.y) * normal.y > 0 ? 1 : -1;
    const length = Math.hypot(normal.x, normal.y) * outward;
    const away = 13 + (Math.abs(normal.x / length) * (text.length - 1) * ADVANCE) / 2;
    this.text(text, {
      x: middle.x + (normal.x / length) * away,
      y: middle.y + (normal.y / length) * away,
    });
  }

  /** Text inside the angle at `corner`. */
  angle(
    /** @type {string} */ text,
    /** @type {Point} */ corner,
    /** @type {Point} */ a,
    /** @type {Point} */ b,
  ) {
    const bisector = between(towards(corner, a, 1), towards(corner, b, 1), 0.5);
    // The distance of `bisector` is the cosine of half the angle: narrow angles need more room.
    const cosine = Math.hypot(bisector.x - corner.x, bisector.y - corner.y);
    this.text(
      text,
      towards(corner, bisector, 18 + (8 + 3 * text.length) / Math.sqrt(1 - cosine ** 2)),
    );
  }

  /** The mark of a right angle at `corner`. @param {Point} corner @param {Point} a @param {Point} b */
  rightAngle(corner, a, b) {
    const [p, q] = [towards(corner, a, 11), towards(corner, b, 11)];
    this.path(p, { x: p.x + q.x - corner.x, y: p.y + q.y - corner.y }, q);
  }

  toString() {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
      `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>` +
      '<g fill="none" stroke="black" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round">' +
      `${this.#parts.join('')}</g></svg>`
    );
  }
}

/** A right triangle with its right angle at the lower left. */
export function rightTriangle(width, height, { base, upright, slope }) {
  const [corner, right, top] = fit([
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
  ]);
  const figure = new Figure();
  figure.path(corner, right, top, corner);
  figure.rightAngle(corner, right, top);
  const inside = between(between(corner, right, 0.5), top, 0.33);
  figure.side(base, corner, right, inside);
  figure.side(upright, corner, top, inside);
  figure.side(slope, right, top, inside);
  return figure.toString();
}

/** A triangle with the angles `left` and `right` at its base, in degrees. */
export function angles(left, right, { labels }) {
  const [l, r] = [left, right].map((degrees) => (degrees * Math.PI) / 180);
  const height = Math.sin(l) * Math.sin(r);
  const points = [
    { x: 0, y: 0 },
    { x: Math.sin(l + r), y: 0 },
    { x: Math.sin(r) * Math.cos(l), y: height },
  ];
  const [a, b, c] = fit(points);
  const figure = new Figure();
  figure.path(a, b, c, a);
  figure.angle(labels[0], a, b, c);
  figure.angle(labels[1], b, c, a);
  figure.angle(labels[2], c, a, b);
  return figure.toString();
}

/** A rectangle, with its diagonal where that has a label. */
export function rectangle(width, height, { base, upright, diagonal }) {
  const [a, b, c, d] = fit([
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]);
  const middle = between(a, c, 0.5);
  const figure = new Figure();
  figure.path(a, b, c, d, a);
  figure.rightAngle(b, a, c);
  figure.side(base, a, b, middle);
  figure.side(upright, a, d, middle);
  if (diagonal !== undefined) {
    figure.path(a, c);
    figure.side(diagonal, a, c, b);
  }
  return figure.toString();
}

/** A circle with one labelled radius. */
export function circle({ radius }) {
  const centre = { x: WIDTH / 2, y: HEIGHT / 2 };
  const length = HEIGHT / 2 - 14;
  const rim = { x: centre.x + length * 0.9, y: centre.y - length * Math.sqrt(1 - 0.81) };
  const figure = new Figure();
  figure.circle(centre, length);
  figure.circle(centre, 1.5);
  figure.path(centre, rim);
  figure.side(radius, centre, rim, { x: centre.x, y: HEIGHT });
  return figure.toString();
}

/** A triangle cut by a parallel to its base at `share` of its legs, counted from the top. */
export function parallelCut(share, { leftTop, leftBottom, rightTop, rightBottom }) {
  const [a, b, top] = fit([
    { x: 0, y: 0 },
    { x: 1.5, y: 0 },
    { x: 0.6, y: 1.2 },
  ]);
  const [p, q] = [between(top, a, share), between(top, b, share)];
  const inside = between(p, q, 0.5);
  const figure = new Figure();
  figure.path(a, b, top, a);
  figure.path(p, q);
  figure.side(leftTop, top, p, inside);
  figure.side(leftBottom, p, a, inside);
  figure.side(rightTop, top, q, inside);
  figure.side(rightBottom, q, b, inside);
  return figure.toString();
}

/** An equilateral triangle with its altitude. */
export function equilateral({ side, altitude }) {
  const [a, b, top] = fit([
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 1, y: Math.sqrt(3) },
  ]);
  const foot = between(a, b, 0.5);
  const figure = new Figure();
  figure.path(a, b, top, a);
  figure.path(foot, top);
  figure.rightAngle(foot, b, top);
  figure.side(side, a, top, foot);
  figure.side(side, b, top, foot);
  figure.side(side, a, b, top);
  figure.side(altitude, foot, top, b);
  return figure.toString();
}
