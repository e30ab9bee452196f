import { INKS } from "../../ui/art/inks";
import { Bangles, Cloth, Diya, Flower, Paisley, Pot, Toran } from "../../ui/art/motifs";

const ring = (count: number) => Array.from({ length: count }, (_, index) => (index * 360) / count);

/** An open gift box in the manner of a block print, with what women make in it. `label` is read aloud. */
export function GiftPicture({ label }: { readonly label: string }) {
  return (
    <svg
      viewBox="0 0 560 480"
      role="img"
      aria-label={label}
      style={{ display: "block", width: "100%", height: "auto" }}
    >
      <rect width="560" height="480" rx="18" fill={INKS.sand} />
      <rect
        x="14"
        y="14"
        width="532"
        height="452"
        rx="10"
        fill="none"
        stroke={INKS.rani}
        strokeWidth="5"
        strokeDasharray="0.1 11"
        strokeLinecap="round"
      />
      <g transform="translate(28 28)">
        <Toran width={504} leaf={INKS.leaf} flower={INKS.marigold} />
      </g>
      {/* A ring of tied dots behind the box. */}
      <g transform="translate(280 244)" fill={INKS.marigold}>
        <circle r="132" opacity="0.55" />
        {ring(44).map((angle) => (
          <circle key={angle} cy="-146" r="3.4" fill={INKS.clay} transform={`rotate(${angle})`} />
        ))}
        {ring(36).map((angle) => (
          <circle key={angle} cy="-160" r="2.4" fill={INKS.rani} transform={`rotate(${angle + 5})`} />
        ))}
      </g>
      {/* What looks out of the box. */}
      <Cloth
        x={182}
        y={206}
        scale={1.5}
        turn={-14}
        body={INKS.rani}
        border={INKS.marigold}
        mark={INKS.paper}
      />
      <Pot x={284} y={182} scale={1.75} body={INKS.clay} mark={INKS.paper} />
      <Bangles x={372} y={206} scale={1.45} one={INKS.rani} two={INKS.leaf} />
      {/* The box: lid line, printed front, ribbon. */}
      <path d="M118 244h324v152a10 10 0 0 1-10 10H128a10 10 0 0 1-10-10z" fill={INKS.indigo} />
      <path d="M106 226h348v40H106z" fill={INKS.night} />
      <path
        d="M106 246h348"
        stroke={INKS.marigold}
        strokeWidth="2.5"
        strokeDasharray="0.1 10"
        strokeLinecap="round"
      />
      {[166, 218, 342, 394].map((x) => (
        <g key={x}>
          <Flower x={x} y={304} scale={0.72} petal={INKS.marigold} heart={INKS.paper} />
          <Paisley x={x} y={364} scale={0.72} body={INKS.rani} inner={INKS.marigold} seed={INKS.paper} />
        </g>
      ))}
      <path d="M258 226h44v180h-44z" fill={INKS.marigold} />
      <path d="M266 226v180M294 226v180" stroke={INKS.rani} strokeWidth="3" />
      <g transform="translate(280 236)">
        <path d="M0 0c-18-34-66-40-70-14-3 22 40 26 70 14z" fill={INKS.marigold} />
        <path d="M0 0c18-34 66-40 70-14 3 22-40 26-70 14z" fill={INKS.marigold} />
        <path
          d="M0 0c-16-20-48-26-52-12M0 0c16-20 48-26 52-12"
          fill="none"
          stroke={INKS.rani}
          strokeWidth="3"
          strokeLinecap="round"
        />
        <circle r="13" fill={INKS.rani} />
        <circle r="5" fill={INKS.paper} />
      </g>
      <path d="M40 428h480" stroke={INKS.indigo} strokeWidth="4" strokeLinecap="round" />
      <Diya x={78} y={408} scale={1.05} clay={INKS.clay} flame={INKS.rani} />
      <Diya x={482} y={408} scale={1.05} clay={INKS.clay} flame={INKS.rani} />
    </svg>
  );
}
