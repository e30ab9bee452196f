import { chakra } from "@chakra-ui/react";
import { encode } from "uqr";

/** Light modules around a QR code, as ISO/IEC 18004 wants them. */
const QUIET_ZONE = 4;

/** A text as a QR code, dark on white whatever the page's colours: cameras need it so. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: "M" });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="13rem"
      maxWidth="full"
      bg="white"
      shapeRendering="crispEdges"
      borderRadius="card"
    >
      <path d={path} fill="#000" />
    </chakra.svg>
  );
}
