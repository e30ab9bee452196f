import type { Motif } from "./motif.js";
import {
  around,
  circle,
  dots,
  group,
  line,
  paisley,
  path,
  petal,
  rect,
  ring,
  rosette,
  teeth,
} from "./shapes.js";

/** Things of the house, the kitchen and the workshop. Every motif stands in a square from -90 to 90. */

export const jar: Motif = ({ main, accent, paper }, random) =>
  path("M-30 -84H30L26 -66H-26z", accent) +
  rect(-38, -66, 76, 12, main, 'rx="4"') +
  path(
    "M-32 -52H32C34 -40 58 -34 60 -8V52C60 70 46 80 30 80H-30C-46 80 -60 70 -60 52V-8C-58 -34 -34 -40 -32 -52z",
    main,
  ) +
  rect(-60, 4, 120, 44, paper) +
  (random.below(2) === 0
    ? group("translate(0 26) scale(.62)", paisley(accent, paper, main)) +
      group("translate(-38 26)", rosette(6, 11, main, accent)) +
      group("translate(38 26)", rosette(6, 11, main, accent))
    : group(
        "translate(-1 26) rotate(-40) scale(.9)",
        path("M-24 0C-24 -18 18 -22 26 -2C18 18 -24 18 -24 0z", accent),
      ) +
      group("translate(22 16) rotate(40)", petal(20, 8, main)) +
      group("translate(-30 36)", rosette(5, 10, main, accent))) +
  teeth(-58, 58, 2, 12, 8, accent) +
  dots(-50, 50, 60, 12, 2.6, accent) +
  path(
    "M-44 -10C-42 -24 -36 -30 -28 -36",
    "none",
    `stroke="${paper}" stroke-width="4" stroke-linecap="round" opacity=".5"`,
  );

export const lota: Motif = ({ main, accent, paper }, random) =>
  group(
    "translate(0 -52)",
    [-56, -28, 0, 28, 56].map((turn) => group(`rotate(${turn})`, petal(40, 13, accent))).join(""),
  ) +
  circle(0, -54, 17, main) +
  rect(-34, -44, 68, 10, main, 'rx="5"') +
  path(
    "M-22 -34H22C20 -24 62 -14 62 22C62 54 34 68 0 68C-34 68 -62 54 -62 22C-62 -14 -20 -24 -22 -34z",
    main,
  ) +
  path("M-30 68H30L38 82H-38z", accent) +
  line("M-56 4C-30 14 30 14 56 4M-56 38C-30 50 30 50 56 38", accent, 3) +
  [-36, 0, 36]
    .map((x) =>
      group(`translate(${x} ${x === 0 ? 28 : 24})`, rosette(random.pick([6, 8]), 12, paper, accent)),
    )
    .join("");

export const diya: Motif = ({ main, accent, paper }, random) =>
  path("M0 -84C22 -56 24 -34 0 -16C-24 -34 -22 -56 0 -84z", accent) +
  path("M0 -58C10 -44 10 -34 0 -24C-10 -34 -10 -44 0 -58z", paper) +
  path("M-78 -6C-60 -20 60 -20 78 -6C76 38 44 62 0 62C-44 62 -76 38 -78 -6z", main) +
  path("M-78 -6C-60 8 60 8 78 -6C60 -20 -60 -20 -78 -6z", accent) +
  path("M-26 60H26L38 80H-38z", main) +
  [-48, -24, 0, 24, 48]
    .map((x) => group(`translate(${x} ${28 - Math.abs(x) / 6})`, petal(20, 8, paper)))
    .join("") +
  dots(-44, 44, 42, random.pick([7, 9]), 2.4, accent);

export const lotus: Motif = ({ main, accent, paper }, random) =>
  group(
    "translate(0 46)",
    [-78, 78, -54, 54].map((turn) => group(`rotate(${turn})`, petal(92, 24, main))).join("") +
      [-30, 30]
        .map((turn) => group(`rotate(${turn})`, petal(106, 27, accent) + petal(84, 16, main, 8)))
        .join("") +
      petal(124, 32, main) +
      petal(96, 18, accent, 8) +
      petal(60, 9, paper, 10),
  ) +
  line("M-80 62C-40 50 40 50 80 62M-60 76C-30 66 30 66 60 76", main, 4) +
  dots(-30, 30, 86, random.pick([5, 7]), 2.4, accent);

export const elephant: Motif = ({ main, accent, paper }, random) =>
  path(
    "M-66 66V6C-70 -34 -42 -54 -4 -52C10 -70 46 -72 60 -46C74 -22 66 6 70 30C72 44 84 44 86 34C92 52 74 66 62 54C50 42 54 22 48 12C44 22 38 26 30 28V66H10V34C-10 40 -28 40 -44 34V66z",
    main,
  ) +
  path("M-40 -44C-20 -56 0 -54 8 -44L4 14C-12 22 -34 20 -44 10z", accent) +
  teeth(-44, 5, 18, 6, -10, accent) +
  group("translate(-19 -16)", rosette(random.pick([6, 8]), 15, paper, main)) +
  dots(-38, -2, 6, 6, 2.2, paper) +
  path("M18 -52C34 -56 44 -36 36 -16C26 -8 14 -20 14 -36z", paper, 'opacity=".3"') +
  circle(50, -34, 3.6, paper) +
  path("M56 4C64 10 72 8 78 0C78 14 64 20 54 14z", paper) +
  line("M-66 0C-80 4 -80 20 -76 30", main, 4) +
  dots(-62, -48, 60, 3, 2.2, accent) +
  dots(14, 26, 60, 3, 2.2, accent);

export const gift: Motif = ({ main, accent, paper }, random) =>
  rect(-64, -14, 128, 88, main) +
  rect(-72, -36, 144, 26, main) +
  rect(-13, -36, 26, 110, accent) +
  path("M0 -36C-20 -82 -66 -76 -56 -50C-50 -34 -20 -34 0 -36z", accent) +
  path("M0 -36C20 -82 66 -76 56 -50C50 -34 20 -34 0 -36z", accent) +
  path(
    "M-12 -42C-24 -62 -46 -62 -42 -52C-38 -44 -26 -42 -12 -42zM12 -42C24 -62 46 -62 42 -52C38 -44 26 -42 12 -42z",
    paper,
  ) +
  [-39, 39]
    .map((x) =>
      [12, 48]
        .map((y) => group(`translate(${x} ${y})`, rosette(random.pick([5, 6, 8]), 13, paper, accent)))
        .join(""),
    )
    .join("") +
  line("M-72 -10H72", paper, 2);

export const yarn: Motif = ({ main, accent, paper }) =>
  group(
    "rotate(34)",
    rect(58, -96, 7, 150, accent, 'rx="3.5"') + path("M58 -90C46 -100 52 -110 65 -102V-90z", accent),
  ) +
  circle(-6, 8, 62, main) +
  group(
    "translate(-6 8)",
    line(
      "M-58 -14C-20 -46 30 -46 56 -20M-62 6C-24 -24 34 -26 61 2M-58 26C-24 0 30 -4 58 22M-44 46C-18 24 26 20 46 40",
      paper,
      3,
    ) + line("M-30 -52C-10 -20 -10 20 -32 54M0 -61C18 -22 18 22 -4 61M28 -54C44 -20 42 20 24 56", accent, 3),
  ) +
  line("M20 66C50 84 74 62 66 40C60 26 80 20 86 30", main, 4);

export const tag: Motif = ({ main, accent, paper }, random) =>
  path("M-66 -20L0 -50L66 -20V44L0 76L-66 44z", main) +
  path("M-66 -20L0 10L66 -20L0 -50z", accent) +
  line("M0 10V76", paper, 2.4) +
  path("M-40 -32L26 -2V26L40 20V-8L-26 -38z", paper) +
  group("translate(-34 30) skewY(24)", rosette(random.pick([6, 8]), 16, paper, accent)) +
  group(
    "translate(36 -58) rotate(18)",
    path("M-20 -16H14L30 0L14 16H-20z", accent) +
      circle(15, 0, 4, paper) +
      line("M19 0C34 2 30 26 20 36", main, 2.4),
  ) +
  line("M46 34L58 28M46 42L58 36", paper, 3);

export const charkha: Motif = ({ main, accent, paper }, random) =>
  group(
    "translate(22 -8)",
    ring(0, 0, 56, main, 9) +
      ring(0, 0, 44, accent, 2.4) +
      around(random.pick([8, 10]), line("M0 -10V-54", main, 3.4)) +
      circle(0, 0, 13, accent) +
      circle(0, 0, 5, paper),
  ) +
  line("M22 -8L2 66M22 -8L46 66", main, 7) +
  rect(-84, 64, 160, 13, main, 'rx="5"') +
  rect(-72, 26, 10, 40, main) +
  line("M-67 30L-22 -42M-67 30L22 48", accent, 1.8) +
  group("translate(-67 24)", path("M-16 -5C-6 -14 6 -14 16 -5L28 0L16 5C6 14 -6 14 -16 5z", accent)) +
  dots(-76, 68, 70.5, 14, 2, paper);

export const sprout: Motif = ({ main, accent, paper }, random) =>
  line("M0 60C-2 20 0 -10 4 -40", main, 7) +
  group(
    "translate(1 6) rotate(-58)",
    petal(82, 34, main) + line("M0 -8V-62M0 -24L-10 -36M0 -24L10 -36M0 -42L-8 -52M0 -42L8 -52", paper, 2.4),
  ) +
  group(
    "translate(1 -8) rotate(56)",
    petal(82, 34, main) + line("M0 -8V-62M0 -24L-10 -36M0 -24L10 -36M0 -42L-8 -52M0 -42L8 -52", paper, 2.4),
  ) +
  group("translate(4 -36) rotate(4)", petal(50, 20, accent) + line("M0 -6V-36", paper, 2)) +
  path("M-60 56C-30 40 30 40 60 56L50 82H-50z", accent) +
  dots(-40, 40, 66, random.pick([7, 9]), 2.8, paper);

export const matka: Motif = ({ main, accent, paper }, random) =>
  rect(-34, -78, 68, 13, accent, 'rx="6"') +
  path(
    "M-24 -65H24C22 -48 74 -36 74 12C74 52 42 80 0 80C-42 80 -74 52 -74 12C-74 -36 -22 -48 -24 -65z",
    main,
  ) +
  line("M-62 -24C-30 -14 30 -14 62 -24M-73 20C-40 34 40 34 73 20", paper, 2.6) +
  teeth(-62, 62, 2, 11, 15, paper) +
  [-48, -24, 0, 24, 48]
    .map((x) => group(`translate(${x} ${12 - Math.abs(x) / 9})`, rosette(5, 7, accent, paper)))
    .join("") +
  [-36, -12, 12, 36]
    .map((x) =>
      group(
        `translate(${x} 46) scale(.9)`,
        circle(0, -11, 3, paper) + path("M-5 -7H5L0 1z", paper) + path("M-5 8H5L0 0z", paper),
      ),
    )
    .join("") +
  dots(-30, 30, 66, random.pick([6, 8]), 2.6, accent);

export const mortar: Motif = ({ main, accent, paper }, random) =>
  group("rotate(26) translate(6 -34)", rect(-9, -50, 18, 74, accent, 'rx="9"') + circle(0, -50, 13, accent)) +
  group("translate(-34 -18) rotate(-28)", petal(56, 20, main) + line("M0 -6V-44", paper, 2)) +
  group("translate(-18 -18) rotate(2)", petal(44, 16, accent) + line("M0 -6V-34", paper, 2)) +
  rect(-68, -18, 136, 15, main, 'rx="7"') +
  path("M-60 -3H60C60 34 36 54 22 58V66H-22V58C-36 54 -60 34 -60 -3z", main) +
  path("M-34 64H34L42 80H-42z", main) +
  line("M-54 16C-20 26 20 26 54 16", accent, 3.4) +
  [-30, 0, 30]
    .map((x) =>
      group(`translate(${x} ${36 - Math.abs(x) / 8})`, rosette(random.pick([5, 6]), 10, paper, accent)),
    )
    .join("");

export const kite: Motif = ({ main, accent, paper }, random) =>
  group(
    `rotate(${random.pick([-14, 12])})`,
    path("M0 -80L58 -14L0 44L-58 -14z", main) +
      path("M0 -80V44L-58 -14z", accent) +
      line("M0 -80V44M-58 -14C-30 -34 30 -34 58 -14", paper, 2.6) +
      path("M0 44L18 66H-18z", main) +
      group("translate(0 -16)", rosette(8, 20, paper, main)),
  ) + line("M-4 62C-40 70 -10 84 -50 86", accent, 2.6);

export const basket: Motif = ({ main, accent, paper }, random) =>
  line("M-52 -14C-50 -88 50 -88 52 -14", main, 8) +
  line("M-52 -14C-50 -88 50 -88 52 -14", accent, 2.4, 'stroke-dasharray="6 7"') +
  path("M-72 -14H72L52 72H-52z", main) +
  [4, 22, 40, 58]
    .map((y, row) => dots(-54 + row * 5, 54 - row * 5, y, 8, 5, row % 2 === 0 ? accent : paper))
    .join("") +
  rect(-78, -22, 156, 16, accent, 'rx="8"') +
  dots(-68, 68, -14, random.pick([10, 12]), 2.4, paper);

export const toyHorse: Motif = ({ main, accent, paper }, random) =>
  path(
    "M-58 34V-4C-58 -26 -30 -26 -8 -24C6 -40 6 -66 26 -78L32 -88L40 -78C58 -72 74 -52 72 -42C66 -34 54 -38 46 -42C44 -24 52 -12 46 34H30V8H-40V34z",
    main,
  ) +
  path("M20 -72C6 -56 8 -38 -6 -24L-20 -26C-2 -40 -2 -62 20 -72z", accent) +
  circle(46, -62, 3.4, paper) +
  path("M-34 -25H2L-2 4H-30z", accent) +
  group("translate(-16 -10)", rosette(6, 10, paper, main)) +
  line("M-58 -8C-74 -4 -74 14 -66 26", accent, 5) +
  rect(-70, 34, 130, 11, accent, 'rx="5"') +
  [-48, 38]
    .map(
      (x) =>
        circle(x, 60, 19, main) +
        group(`translate(${x} 60)`, rosette(random.pick([6, 8]), 13, accent, paper)),
    )
    .join("");

export const sewingMachine: Motif = ({ main, accent, paper }, random) =>
  rect(-78, 46, 156, 16, accent, 'rx="4"') +
  path(
    "M-64 46V26H-20V8C-20 2 24 2 24 -8H-46C-58 -8 -62 -16 -62 -26V-40H-50C-50 -54 -40 -58 -24 -58H50C66 -58 70 -48 70 -36V46z",
    main,
  ) +
  rect(-60, -40, 14, 36, main) +
  line("M-53 -4V26", accent, 3.4) +
  ring(72, -30, 17, accent, 6) +
  line("M-20 -58V-72M-20 -72L-52 -56", accent, 2) +
  rect(-26, -82, 12, 18, accent, 'rx="2"') +
  group("translate(14 -34)", rosette(random.pick([6, 8]), 15, paper, accent)) +
  group("translate(46 18)", rosette(6, 13, paper, accent)) +
  path("M-78 62H-22C-30 76 -60 66 -72 84z", paper) +
  line("M-70 70C-56 66 -44 70 -34 66", main, 2, 'stroke-dasharray="4 4"') +
  dots(-66, 66, 54, 14, 2, paper);
