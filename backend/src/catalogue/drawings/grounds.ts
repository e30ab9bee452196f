import type { Palette } from "./palettes.js";
import type { Random } from "./random.js";
import {
  around,
  circle,
  group,
  line,
  n,
  paisley,
  path,
  petal,
  rect,
  ring,
  rosette,
  teeth,
} from "./shapes.js";

/** How a cloth is printed all over: one tile, repeated. */
interface Ground {
  readonly size: number;
  readonly tile: (colours: Palette, random: Random) => string;
}

/** Ajrakh: interlocking circles with a star in each field. */
const ajrakh: Ground = {
  size: 60,
  tile: ({ print, accent }, random) =>
    [ring(30, 30, 30, print, 2), ring(0, 0, 30, print, 2), ring(60, 0, 30, print, 2)].join("") +
    ring(0, 60, 30, print, 2) +
    ring(60, 60, 30, print, 2) +
    group("translate(30 30)", rosette(8, 15, print, accent)) +
    [0, 60].map((x) => [0, 60].map((y) => circle(x, y, 4 + random.below(3), print)).join("")).join(""),
};

/** Bandhani: small rings of tied dots, in diamonds. */
const bandhani: Ground = {
  size: 56,
  tile: ({ print, paper }, random) => {
    const count = random.pick([4, 8]);
    const knot = (x: number, y: number): string => circle(x, y, 3.4, print) + circle(x, y, 1.2, paper);
    const diamond = [
      [28, 4],
      [40, 16],
      [52, 28],
      [40, 40],
      [28, 52],
      [16, 40],
      [4, 28],
      [16, 16],
    ] as const;
    return (
      diamond.map(([x, y]) => knot(x, y)).join("") +
      group("translate(28 28)", around(count, circle(0, -9, 2, print)) + circle(0, 0, 2.6, paper)) +
      circle(0, 0, 2.2, print) +
      circle(56, 0, 2.2, print) +
      circle(0, 56, 2.2, print) +
      circle(56, 56, 2.2, print)
    );
  },
};

/** Kalamkari: a winding stem with leaves, flowers and paisleys. */
const kalamkari: Ground = {
  size: 100,
  tile: ({ print, accent, ground }, random) =>
    line("M0 50C20 20 30 20 50 50S80 80 100 50", print, 2.4) +
    group("translate(26 30) rotate(-30)", petal(20, 8, print)) +
    group("translate(74 70) rotate(150)", petal(20, 8, print)) +
    group("translate(50 50) rotate(60)", petal(18, 7, print)) +
    group(`translate(28 76) scale(.62) rotate(${random.pick([0, 24, -20])})`, paisley(print, ground, print)) +
    group("translate(76 24)", rosette(random.pick([6, 8]), 17, print, accent)),
};

/** Warli: rows of dancing people, hills and suns in white chalk strokes. */
const warli: Ground = {
  size: 80,
  tile: ({ print }, random) => {
    const person = (x: number, y: number, arm: number): string =>
      group(
        `translate(${x} ${y})`,
        circle(0, -15, 3, print) +
          path("M-6 -10H6L0 0z", print) +
          path("M-5 9H5L0 0z", print) +
          line(`M-5 -9L-12 ${-4 - arm}M5 -9L12 ${-4 - arm}M-3 9L-5 17M3 9L5 17`, print, 1.6),
      );
    return (
      person(20, 24, 8) +
      person(60, 24, random.pick([0, 8])) +
      teeth(0, 80, 66, 8, 8, print) +
      line("M0 70H80", print, 1.6) +
      circle(40, 52, 3, print) +
      group("translate(40 52)", around(8, line("M0 -5V-8", print, 1.2)))
    );
  },
};

/** Lippan: mud relief in curves, set with mirrors. */
const lippan: Ground = {
  size: 64,
  tile: ({ print, paper, accent }, random) =>
    group(
      "translate(32 32)",
      around(random.pick([8, 12]), line("M0 -13C-4 -17 -4 -23 0 -27C4 -23 4 -17 0 -13", print, 2)) +
        ring(0, 0, 11, print, 2.4) +
        circle(0, 0, 6.4, paper, 'opacity=".8"') +
        circle(-1.6, -1.8, 2, accent, 'opacity=".7"'),
    ) +
    [
      [0, 0],
      [64, 0],
      [0, 64],
      [64, 64],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 5, print) + circle(x, y, 2.6, paper, 'opacity=".8"'))
      .join(""),
};

const GROUNDS: readonly [Ground, ...Ground[]] = [ajrakh, bandhani, kalamkari, warli, lippan];

/** The printed cloth over the whole square of `side` units: an area of one of the five manners. */
export function printedGround(side: number, colours: Palette, random: Random): string {
  const { size, tile } = random.pick(GROUNDS);
  const scale = random.pick([0.8, 1, 1.2]);
  const turn = random.pick([0, 0, 45]);
  return (
    `<defs><pattern id="g" width="${size}" height="${size}" patternUnits="userSpaceOnUse" ` +
    `patternTransform="scale(${n(scale)}) rotate(${turn})">${tile(colours, random)}</pattern></defs>` +
    rect(0, 0, side, side, colours.ground) +
    rect(0, 0, side, side, "url(#g)")
  );
}
