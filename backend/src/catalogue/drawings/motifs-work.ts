import type { Motif } from "./motif.js";
import { around, circle, dots, group, line, path, petal, rect, ring, rosette, teeth } from "./shapes.js";

/** What services stand for. Every motif stands in a square from -90 to 90. */

export const openBook: Motif = ({ main, accent, paper }, random) =>
  path(
    "M0 -34C-24 -54 -56 -56 -82 -46V56C-56 46 -24 48 0 66C24 48 56 46 82 56V-46C56 -56 24 -54 0 -34z",
    main,
  ) +
  path("M-4 -22C-24 -38 -50 -42 -72 -36V42C-50 36 -24 38 -4 52z", paper) +
  path("M4 -22C24 -38 50 -42 72 -36V42C50 36 24 38 4 52z", paper) +
  line("M-60 -20C-44 -22 -30 -18 -18 -10M-60 -2C-44 -4 -30 0 -18 8M-60 16C-44 14 -30 18 -18 26", main, 3) +
  group("translate(38 4)", rosette(random.pick([6, 8]), 22, accent, main)) +
  group(
    "translate(0 -46)",
    [-34, 0, 34].map((turn) => group(`rotate(${turn})`, petal(36, 10, accent))).join(""),
  );

export const scales: Motif = ({ main, accent, paper }, random) =>
  rect(-4, -60, 8, 122, main) +
  circle(0, -68, 11, accent) +
  path("M-44 62H44L54 80H-54z", main) +
  line("M-66 -42C-40 -58 40 -58 66 -42", main, 7) +
  [-62, 62]
    .map(
      (x) =>
        line(`M${x} -44L${x - 24} 12M${x} -44L${x + 24} 12`, accent, 2.6) +
        path(`M${x - 30} 10H${x + 30}C${x + 26} 36 ${x - 26} 36 ${x - 30} 10z`, main) +
        dots(x - 18, x + 18, 18, 5, 2.4, paper),
    )
    .join("") +
  group("translate(0 -4)", rosette(random.pick([6, 8]), 17, accent, paper)) +
  dots(-36, 36, 71, 9, 2.2, paper);

export const haveli: Motif = ({ main, accent, paper }, random) =>
  path(
    "M-76 78V-18C-76 -24 -70 -28 -64 -28V-44C-64 -62 -36 -62 -36 -44V-28H-26C-26 -64 -8 -66 0 -86C8 -66 26 -64 26 -28H36V-44C36 -62 64 -62 64 -44V-28C70 -28 76 -24 76 -18V78z",
    main,
  ) +
  path("M-24 78V24C-24 4 -8 2 0 -12C8 2 24 4 24 24V78z", accent) +
  path("M-15 78V30C-15 16 -6 14 0 4C6 14 15 16 15 30V78z", paper) +
  line("M0 6V78", main, 2.4) +
  [-50, 50]
    .map(
      (x) =>
        path(
          `M${x - 12} 40V14C${x - 12} 4 ${x - 4} 2 ${x} -6C${x + 4} 2 ${x + 12} 4 ${x + 12} 14V40z`,
          paper,
        ) + line(`M${x} -2V40M${x - 12} 22H${x + 12}`, main, 2),
    )
    .join("") +
  teeth(-76, 76, -18, 16, 8, accent) +
  dots(-66, -36, 58, 4, 3, accent) +
  dots(36, 66, 58, 4, 3, accent) +
  group("translate(0 -40)", rosette(random.pick([6, 8]), 13, paper, accent));

export const cow: Motif = ({ main, accent, paper }, random) =>
  path(
    "M-70 -22C-40 -34 4 -26 26 -34C34 -52 56 -56 68 -44C84 -38 88 -18 78 -8C70 -2 62 -6 56 -8C52 8 52 20 50 36V74H36V40C16 46 -18 46 -38 40V74H-54V36C-66 20 -74 -2 -70 -22z",
    main,
  ) +
  line("M52 -50C46 -66 54 -78 64 -80M66 -48C74 -62 84 -64 88 -58", accent, 5) +
  circle(66, -30, 3.4, paper) +
  path("M44 -34C34 -34 30 -26 34 -20C42 -20 46 -26 44 -34z", accent) +
  path("M-50 -27C-30 -32 0 -26 14 -30L10 8C-8 16 -34 14 -46 6z", accent) +
  group("translate(-18 -8)", rosette(random.pick([6, 8]), 14, paper, main)) +
  teeth(-46, 10, 9, 7, -9, accent) +
  line("M-70 -20C-84 -8 -78 22 -84 40", main, 4) +
  circle(-84, 46, 6, accent) +
  circle(48, 2, 6, accent) +
  line("M36 -8C42 0 50 0 56 -6", accent, 3);

export const meditation: Motif = ({ main, accent, paper }, random) =>
  group("translate(0 -14)", around(random.pick([12, 16]), petal(20, 6, accent, 52))) +
  circle(0, -52, 17, main) +
  circle(0, -73, 8, main) +
  path(
    "M-20 -32C-10 -26 10 -26 20 -32C34 -28 46 6 62 30L50 38L26 8V34C52 38 78 44 78 58C78 70 40 72 0 72C-40 72 -78 70 -78 58C-78 44 -52 38 -26 34V8L-50 38L-62 30C-46 6 -34 -28 -20 -32z",
    main,
  ) +
  line("M-60 58C-30 46 30 46 60 58", paper, 3) +
  group("translate(0 6)", rosette(8, 13, accent, paper)) +
  line("M-26 34H26", accent, 4) +
  dots(-40, 40, 82, 9, 2.4, accent);

export const quill: Motif = ({ main, accent, paper }, random) =>
  path("M-70 66C-30 76 30 76 76 66V78H-70z", accent) +
  group(
    "rotate(32) translate(6 -6)",
    path("M0 -88C26 -66 30 -20 8 30H-8C-30 -20 -26 -66 0 -88z", main) +
      line("M0 -78V60", paper, 2.8) +
      line("M0 -40L-16 -52M0 -40L16 -52M0 -20L-17 -32M0 -20L17 -32M0 0L-15 -12M0 0L15 -12", paper, 2) +
      path("M-7 30H7L0 70z", accent),
  ) +
  line("M-52 50C-36 38 -28 60 -12 50S16 42 24 52", main, 4) +
  group("translate(-50 -44)", rosette(random.pick([6, 8]), 19, accent, main));

export const thali: Motif = ({ main, accent, paper }, random) => {
  const bowls = random.pick([5, 6]);
  return (
    circle(0, 0, 84, main) +
    ring(0, 0, 75, accent, 3) +
    circle(0, 0, 68, paper) +
    around(bowls, circle(0, -44, 18, main) + circle(0, -44, 13, accent) + circle(-4, -48, 3, paper)) +
    group(
      "translate(0 0)",
      path("M-26 0C-26 -34 26 -34 26 0z", main) +
        rect(-28, 0, 56, 6, accent, 'rx="3"') +
        dots(-14, 14, -9, 4, 2.4, paper),
    )
  );
};

export const palette: Motif = ({ main, accent, paper }, random) =>
  path(
    "M-78 4C-78 -44 -38 -70 4 -68C48 -66 78 -38 76 -4C74 26 46 18 34 28C22 40 40 56 20 66C-28 80 -78 50 -78 4z",
    main,
  ) +
  circle(-42, -20, 13, accent) +
  circle(-8, -44, 13, paper) +
  circle(32, -34, 13, accent) +
  circle(-44, 20, 13, paper) +
  group("translate(-4 10)", rosette(random.pick([6, 8]), 19, accent, paper)) +
  group(
    "rotate(38) translate(44 -4)",
    rect(-5, -40, 10, 96, accent, 'rx="4"') +
      path("M-9 -40H9C11 -60 4 -70 0 -82C-4 -70 -11 -60 -9 -40z", main) +
      rect(-8, -44, 16, 9, paper),
  );

export const coins: Motif = ({ main, accent, paper }, random) => {
  const coin = (x: number, y: number): string =>
    path(
      `M${x - 32} ${y}V${y + 13}C${x - 32} ${y + 26} ${x + 32} ${y + 26} ${x + 32} ${y + 13}V${y}z`,
      main,
    ) +
    `<ellipse cx="${x}" cy="${y}" rx="32" ry="11" fill="${accent}"/>` +
    `<ellipse cx="${x}" cy="${y}" rx="23" ry="6.6" fill="none" stroke="${paper}" stroke-width="2"/>`;
  const stack = (x: number, height: number): string =>
    Array.from({ length: height }, (_, index) => coin(x, 60 - index * 17)).join("");
  return (
    stack(-44, random.pick([2, 3])) +
    stack(44, random.pick([3, 4])) +
    group(
      "translate(-12 -36)",
      circle(0, 0, 42, main) +
        ring(0, 0, 35, accent, 2.6) +
        line("M-14 -17H15M-14 -6H15M-14 -17C10 -18 10 6 -13 6L10 24", paper, 5),
    )
  );
};

export const browser: Motif = ({ main, accent, paper }, random) =>
  rect(-72, -58, 144, 98, main, 'rx="8"') +
  rect(-62, -34, 124, 64, paper) +
  dots(-58, -38, -46, 3, 4, accent) +
  rect(-26, -50, 84, 8, paper, 'rx="4" opacity=".6"') +
  group("translate(-28 -2)", rosette(random.pick([8, 10]), 23, accent, main)) +
  line("M8 -20H52M8 -4H44M8 12H52", main, 5) +
  path("M-84 44H84L74 62C72 66 68 68 64 68H-64C-68 68 -72 66 -74 62z", main) +
  teeth(-70, 70, 60, 16, 8, accent);

export const rickshaw: Motif = ({ main, accent, paper }, random) =>
  path("M-74 44V-30C-74 -54 -56 -60 -36 -60H20C40 -60 52 -50 58 -20L66 10C78 12 82 22 82 44z", main) +
  path("M-78 -42C-72 -64 -52 -70 -34 -70H18C40 -70 54 -62 60 -42z", accent) +
  path("M16 -40H38L50 8H16z", paper) +
  path("M-60 -36H2V10H-60z", paper) +
  line("M-29 -36V10", main, 4) +
  rect(-74, 14, 152, 9, accent) +
  dots(-66, 62, 32, 13, 2.6, paper) +
  circle(74, 26, 6, accent) +
  [-44, 50]
    .map(
      (x) =>
        circle(x, 52, 22, main) +
        ring(x, 52, 22, paper, 3) +
        group(`translate(${x} 52)`, rosette(random.pick([6, 8]), 14, accent, paper)),
    )
    .join("") +
  teeth(-76, 58, -42, 14, -8, accent);
