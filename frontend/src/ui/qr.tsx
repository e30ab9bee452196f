import { useMemo } from "react";
import { encode } from "uqr";

/** The squares of a text's QR code, as a path in a drawing of `size` squares a side; dark on light, because scanners need it. */
export function qrOf(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}

/** Ink of QR codes. */
export const QR_INK = "#1E1D52";

/** QR code of `text`, the same in both colour schemes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => qrOf(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      width="168"
      height="168"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill={QR_INK} />
    </svg>
  );
}
