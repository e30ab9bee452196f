import type { Motif } from "./motif.js";
import { around, circle, dots, group, line, path, petal, rect, ring, rosette, teeth } from "./shapes.js";

/** Things to wear and to carry. Every motif stands in a square from -90 to 90. */

export const kurta: Motif = ({ main, accent, paper }, random) =>
  path(
    "M-26 -78C-14 -66 14 -66 26 -78L50 -68L84 -22L58 -2L44 -20L52 78H-52L-44 -20L-58 -2L-84 -22L-50 -68z",
    main,
  ) +
  path("M-14 -72C-6 -66 6 -66 14 -72L5 -22H-5z", accent) +
  dots(0, 0, -58, 1, 2.4, paper) +
  dots(0, 0, -44, 1, 2.4, paper) +
  dots(0, 0, -31, 1, 2.4, paper) +
  rect(-51, 52, 102, 6, accent) +
  teeth(-50, 50, 50, 10, 12, accent) +
  dots(-46, 46, 67, 10, 3, paper) +
  [-26, 26]
    .map((x) =>
      [0, 26]
        .map((y) => group(`translate(${x} ${y})`, rosette(random.pick([5, 6, 8]), 9, paper, accent)))
        .join(""),
    )
    .join("");

export const saree: Motif = ({ main, accent, paper }, random) =>
  path(
    "M-70 -60C-50 -78 -20 -74 0 -60C22 -46 50 -46 70 -60V46C50 62 22 60 0 46C-22 32 -50 34 -70 50z",
    main,
  ) +
  path("M-70 30C-50 12 -22 12 0 26C22 40 50 42 70 26V46C50 62 22 60 0 46C-22 32 -50 34 -70 50z", accent) +
  line("M-70 26C-50 8 -22 8 0 22C22 36 50 38 70 22", paper, 2.4) +
  line(
    "M-24 -72C-30 -40 -28 -10 -22 10M24 -48C20 -16 20 10 26 30M-48 -70C-54 -40 -54 -10 -48 14",
    paper,
    1.4,
    'opacity=".5"',
  ) +
  [
    [-46, -34],
    [-2, -30],
    [46, -28],
    [-24, -6],
    [22, -2],
    [52, 4],
    [-52, 2],
  ]
    .map(([x = 0, y = 0]) => group(`translate(${x} ${y})`, rosette(random.pick([5, 6]), 8, accent, paper)))
    .join("") +
  [-56, -34, -12, 10, 32, 54]
    .map((x, index) => group(`translate(${x} ${[33, 26, 31, 43, 48, 44][index] ?? 40})`, petal(12, 5, paper)))
    .join("") +
  line("M-70 50L-72 66M-62 46L-63 60M-54 42L-54 56", accent, 2);

export const jhumka: Motif = ({ main, accent, paper }, random) =>
  ring(0, -74, 8, main, 4) +
  group("translate(0 -44)", rosette(8, 24, main, accent) + circle(0, 0, 4, paper)) +
  path("M-6 -22H6V-8H-6z", accent) +
  path("M-52 36C-50 -6 -22 -12 0 -12C22 -12 50 -6 52 36z", main) +
  teeth(-46, 46, 26, random.pick([7, 9]), 14, accent) +
  dots(-44, 44, 31, 12, 2, paper) +
  line("M-36 6C-20 -2 20 -2 36 6", paper, 2) +
  rect(-54, 34, 108, 8, accent, 'rx="4"') +
  [-44, -22, 0, 22, 44]
    .map((x) => line(`M${x} 42V54`, main, 2) + circle(x, 62, 8, main) + circle(x - 2, 60, 2.4, paper))
    .join("");

export const jutti: Motif = ({ main, accent, paper }, random) => {
  const shoe =
    path(
      "M-78 20C-80 -10 -70 -26 -54 -26C-46 -10 -20 -4 6 -2C40 2 62 6 74 -16C78 -26 72 -34 64 -28C70 -46 92 -34 86 -10C80 18 66 36 30 38H-64C-74 38 -78 32 -78 20z",
      main,
    ) +
    path("M-54 -26C-46 -10 -20 -4 6 -2C0 8 -10 16 -24 16C-44 16 -58 0 -60 -22z", paper) +
    line("M-66 28H30C54 26 66 18 74 4", accent, 4) +
    group("translate(34 16)", rosette(random.pick([6, 8]), 13, accent, paper)) +
    dots(-62, -6, 24, 8, 2.2, accent);
  return group("translate(-2 -30) scale(.86)", shoe) + group("translate(2 44) scale(.86)", shoe);
};

export const potli: Motif = ({ main, accent, paper }, random) =>
  line("M-14 -44C-40 -90 40 -90 14 -44", accent, 5) +
  path("M-30 -62C-14 -52 14 -52 30 -62C32 -52 24 -44 18 -40H-18C-24 -44 -32 -52 -30 -62z", main) +
  rect(-24, -42, 48, 9, accent, 'rx="4"') +
  path("M-22 -33H22C58 -8 74 22 64 52C56 76 -56 76 -64 52C-74 22 -58 -8 -22 -33z", main) +
  group("translate(0 20)", rosette(random.pick([8, 10, 12]), 32, accent, paper) + ring(0, 0, 37, paper, 2)) +
  line("M-60 52C-40 66 40 66 60 52", paper, 2) +
  line("M26 -36C40 -26 44 -14 42 -4", accent, 3) +
  circle(42, 0, 6, accent);

export const tote: Motif = ({ main, accent, paper }, random) =>
  line("M-28 -30C-30 -84 30 -84 28 -30", accent, 7) +
  path("M-62 -30H62L70 72H-70z", main) +
  rect(-66, 50, 132, 8, accent) +
  teeth(-64, 64, 48, 12, 9, accent) +
  group(`translate(0 4) rotate(${random.pick([0, 22])})`, rosette(8, 26, paper, accent)) +
  dots(-54, 54, -20, 14, 2.2, paper) +
  line("M-60 64H60", paper, 1.6, 'stroke-dasharray="5 5"');

export const notebook: Motif = ({ main, accent, paper }, random) =>
  path("M-56 -70H50V74H-56z", accent) +
  path("M-62 -76H44V68H-62z", main) +
  rect(-48, -62, 78, 116, paper, 'opacity=".16"') +
  rect(-62, -76, 12, 144, accent) +
  dots(-56, -56, -60, 1, 2.4, paper) +
  group("translate(-2 -6)", rosette(random.pick([8, 12]), 30, paper, accent) + ring(0, 0, 35, accent, 2.4)) +
  teeth(-46, 40, 60, 9, 8, accent) +
  group(
    "rotate(24) translate(52 -6)",
    rect(-5, -64, 10, 104, accent) + path("M-5 40H5L0 56z", paper) + rect(-5, -64, 10, 12, paper),
  );

export const dancer: Motif = ({ main, accent, paper }) =>
  circle(0, -66, 13, main) +
  circle(0, -82, 6, accent) +
  path("M-26 -46H26L0 0z", main) +
  line("M-24 -44L-58 -62L-40 -84M24 -44L62 -36L70 -62", main, 7) +
  path("M0 0L34 34H-34z", main) +
  line("M-28 32L-60 40L-44 70M28 32L52 52L30 76", main, 8) +
  teeth(-33, 33, 34, 6, 10, accent) +
  rect(-20, -8, 40, 6, accent) +
  dots(-14, 14, -38, 4, 2.4, paper) +
  around(3, "") +
  dots(-50, -38, 62, 3, 3.4, accent) +
  dots(34, 48, 64, 3, 3.4, accent);

export const mirror: Motif = ({ main, accent, paper }, random) =>
  rect(-8, 26, 16, 60, main, 'rx="6"') +
  dots(0, 0, 40, 1, 3, accent) +
  dots(0, 0, 54, 1, 3, accent) +
  dots(0, 0, 68, 1, 3, accent) +
  circle(0, -22, 54, main) +
  group("translate(0 -22)", around(random.pick([16, 20]), circle(0, -47, 3.4, accent))) +
  circle(0, -22, 39, paper) +
  circle(0, -22, 36, accent, 'opacity=".28"') +
  path("M-22 -34C-14 -50 2 -54 12 -50C-2 -44 -14 -32 -16 -20z", paper) +
  path("M-10 -78C-6 -90 6 -90 10 -78z", main);
