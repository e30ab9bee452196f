import { encode } from "uqr";
import type { Box, Paper } from "./paper.js";

/** Light modules around the code, required by ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** Draws a text as a QR code, black on white, into the width of a box. Screen readers skip it: say beside it where it leads. */
export function drawQr(paper: Paper, text: string, { x, y, width }: Pick<Box, "x" | "y" | "width">): void {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const side = width / size;
  paper.decorate((document) => {
    document.rect(x, y, width, width).fill("#FFFFFF");
    for (const [row, squares] of data.entries()) {
      // Dark squares side by side are one rectangle: no hairline between them on paper, and half of the bytes.
      for (const {
        0: { length },
        index,
      } of squares.map(Number).join("").matchAll(/1+/g))
        document.rect(x + index * side, y + row * side, length * side, side);
    }
    document.fill("#000000");
  });
}
