import type { CatalogueModule } from "@sakhi/domain/catalogue/modules";
import { printedGround } from "./grounds.js";
import { motifsOf } from "./motifs.js";
import { palettesOf } from "./palettes.js";
import type { Palette } from "./palettes.js";
import { randomOf } from "./random.js";
import type { Random } from "./random.js";
import { around, circle, dots, group, path, petal, rect, ring, teeth } from "./shapes.js";

/** Stands in every drawing's address: raise it when drawings change, for browsers keep them for good. */
export const DRAWING_VERSION = "v1";

const SIDE = 400;
const MIDDLE = SIDE / 2;

/** What a drawing is of. */
export interface Subject {
  readonly module: CatalogueModule;
  /** The category's slug. */
  readonly slug: string;
  /** What makes this drawing different from the category's others. */
  readonly key: string;
}

/** Under the motif: the cloth left unprinted, in one of four shapes. */
function medallion({ paper, accent, main }: Palette, random: Random): string {
  switch (random.below(4)) {
    case 0:
      return (
        around(24, petal(20, 9, accent, 122)) +
        circle(0, 0, 132, paper) +
        ring(0, 0, 124, main, 2) +
        around(48, circle(0, -117, 1.8, accent))
      );
    case 1:
      return (
        path(
          "M-112 132V-40C-112 -84 -64 -86 -34 -112C-18 -124 -8 -132 0 -146C8 -132 18 -124 34 -112C64 -86 112 -84 112 -40V132z",
          accent,
        ) +
        path(
          "M-104 126V-38C-104 -78 -60 -80 -30 -104C-16 -115 -7 -122 0 -132C7 -122 16 -115 30 -104C60 -80 104 -78 104 -38V126z",
          paper,
        ) +
        teeth(-104, 104, 126, 16, 9, main)
      );
    case 2:
      return (
        around(12, circle(0, -112, 34, accent)) +
        around(12, circle(0, -110, 29, paper)) +
        circle(0, 0, 118, paper) +
        ring(0, 0, 112, main, 1.6)
      );
    default:
      return (
        rect(-128, -128, 256, 256, accent, 'rx="10"') +
        rect(-121, -121, 242, 242, paper, 'rx="6"') +
        rect(-113, -113, 226, 226, "none", `stroke="${main}" stroke-width="2"`) +
        [0, 90, 180, 270]
          .map((turn) =>
            group(`rotate(${turn}) translate(-113 -113)`, path("M0 0H30A30 30 0 0 1 0 30z", main)),
          )
          .join("")
      );
  }
}

/** A printed border along the edges. */
function border({ paper, accent, ground }: Palette, random: Random): string {
  const edge = random.below(2) === 0 ? teeth(14, 386, 26, 31, 9, accent) : dots(18, 382, 19, 27, 3.4, accent);
  return (
    rect(6, 6, 388, 388, "none", `stroke="${paper}" stroke-width="3"`) +
    [0, 90, 180, 270]
      .map((turn) => group(`rotate(${turn} ${MIDDLE} ${MIDDLE})`, rect(8, 8, 384, 22, ground), edge))
      .join("") +
    rect(30, 30, 340, 340, "none", `stroke="${paper}" stroke-width="2"`)
  );
}

/** Four printing blocks, two and two in changed colours. */
function blocks(colours: Palette, print: (colours: Palette) => string): string {
  const turned: Palette = { ...colours, main: colours.paper, paper: colours.main };
  return [0, 1, 2, 3]
    .map((index) => {
      const [column, row] = [index % 2, index >> 1];
      const inverse = column === row;
      const tile = rect(-97, -97, 194, 194, inverse ? colours.main : colours.paper, 'rx="4"');
      const frame = rect(
        -89,
        -89,
        178,
        178,
        "none",
        `stroke="${colours.accent}" stroke-width="2.4" stroke-dasharray="1 6" stroke-linecap="round"`,
      );
      return group(
        `translate(${101 + column * 198} ${101 + row * 198})`,
        tile,
        frame,
        group("scale(.94)", print(inverse ? turned : colours)),
      );
    })
    .join("");
}

function svg(side: number, title: string, body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 2}" height="${side * 2}" role="img">` +
    `<title>${title}</title>${body}</svg>`
  );
}

/** The picture of a product, service or initiative: a motif of its category on a printed cloth. Safe as it is. */
export function productDrawing({ module, slug, key }: Subject): string {
  const random = randomOf(`${module}/${slug}/${key}`);
  const colours = random.pick(palettesOf(module, slug));
  const motif = random.pick(motifsOf(module, slug));
  const title = "Block print";
  if (random.below(5) === 0) {
    // The same variation in all four blocks, as one block would print it.
    const print = (inColours: Palette): string => motif(inColours, randomOf(key));
    return svg(SIDE, title, rect(0, 0, SIDE, SIDE, colours.ground) + blocks(colours, print));
  }
  return svg(
    SIDE,
    title,
    printedGround(SIDE, colours, random) +
      border(colours, random) +
      group(
        `translate(${MIDDLE} ${MIDDLE})`,
        medallion(colours, random),
        group("scale(1.18)", motif(colours, random)),
      ),
  );
}

/** A brand's logo: the motif of its category in a printed seal. */
export function logoDrawing({ module, slug, key }: Subject): string {
  const random = randomOf(`logo/${module}/${slug}/${key}`);
  const colours = random.pick(palettesOf(module, slug));
  const motif = random.pick(motifsOf(module, slug));
  const petals = random.pick([16, 20, 24]);
  const rim =
    random.below(2) === 0
      ? around(petals, petal(17, 10, colours.accent, 76)) + circle(0, 0, 82, colours.main)
      : around(petals, circle(0, -86, 7, colours.accent)) + circle(0, 0, 86, colours.main);
  return svg(
    200,
    "Logo",
    rect(0, 0, 200, 200, colours.paper) +
      group(
        "translate(100 100)",
        rim,
        circle(0, 0, 70, colours.paper),
        ring(0, 0, 65, colours.accent, 2),
        group("scale(.6)", motif(colours, random)),
      ),
  );
}
