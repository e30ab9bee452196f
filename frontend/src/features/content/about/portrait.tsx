import type { ReactNode } from "react";
import { INKS } from "../../../ui/art/inks";
import { drape, hair, headCover } from "./portrait-parts";
import type { Drape, Hair } from "./portrait-parts";

/** How one person is drawn. Colours are printing inks and a tone of skin. */
interface Look {
  readonly ground: string;
  readonly halo: string;
  readonly dots: string;
  readonly skin: string;
  readonly hair: Hair;
  readonly hairInk: string;
  readonly drape: Drape;
  /** The dupatta over the head, where one is worn. */
  readonly cover?: string;
  readonly cloth: string;
  readonly border: string;
  readonly bindi?: string;
  readonly earrings?: string;
  readonly glasses?: true;
}

const BLACK = "#2A1A17";
const LOOKS = {
  meenal: {
    ground: INKS.rani,
    halo: INKS.marigold,
    dots: INKS.paper,
    skin: "#B9744A",
    hair: "bun",
    hairInk: BLACK,
    drape: "saree",
    cloth: INKS.indigo,
    border: INKS.marigold,
    bindi: INKS.rani,
    earrings: INKS.paper,
  },
  farzana: {
    ground: INKS.leaf,
    halo: INKS.sand,
    dots: INKS.paper,
    skin: "#CF9468",
    hair: "parted",
    hairInk: BLACK,
    drape: "kurta",
    cover: INKS.rani,
    cloth: INKS.night,
    border: INKS.marigold,
    glasses: true,
  },
  kavitha: {
    ground: INKS.indigo,
    halo: INKS.clay,
    dots: INKS.sand,
    skin: "#8C5334",
    hair: "braid",
    hairInk: "#1D1311",
    drape: "saree",
    cloth: INKS.marigold,
    border: INKS.rani,
    bindi: INKS.rani,
    earrings: INKS.marigold,
    glasses: true,
  },
  lalita: {
    ground: INKS.clay,
    halo: INKS.sand,
    dots: INKS.paper,
    skin: "#7B452B",
    hair: "bun",
    hairInk: "#1D1311",
    drape: "saree",
    cloth: INKS.paper,
    border: INKS.rani,
    earrings: INKS.marigold,
  },
  jasleen: {
    ground: INKS.marigold,
    halo: INKS.rani,
    dots: INKS.indigo,
    skin: "#D8A074",
    hair: "long",
    hairInk: "#40241B",
    drape: "kurta",
    cloth: INKS.leaf,
    border: INKS.paper,
    earrings: INKS.paper,
  },
  roshni: {
    ground: INKS.night,
    halo: INKS.rani,
    dots: INKS.marigold,
    skin: "#A9663F",
    hair: "curls",
    hairInk: "#2F1A16",
    drape: "shirt",
    cloth: INKS.sand,
    border: INKS.rani,
    earrings: INKS.marigold,
  },
} as const satisfies Readonly<Record<string, Look>>;

/** Whose portrait. */
export type PortraitOf = keyof typeof LOOKS;

const ring = (count: number) => Array.from({ length: count }, (_, index) => (index * 360) / count);

/** The wall behind the sitter: a dotted ground, and a halo of rays as in a miniature. */
function Ground({ ground, halo, dots }: Look) {
  const rows = Array.from({ length: 12 }, (_, index) => index);
  return (
    <>
      <rect width="200" height="220" fill={ground} />
      {rows.flatMap((row) =>
        rows.map((column) => (
          <circle
            key={`${row}-${column}`}
            cx={column * 20 + (row % 2) * 10}
            cy={row * 20}
            r="1.5"
            fill={dots}
            opacity="0.55"
          />
        )),
      )}
      <g transform="translate(100 96)">
        <circle r="64" fill={halo} />
        {ring(32).map((angle) => (
          <path key={angle} d="M-3-68L0-78 3-68z" fill={halo} transform={`rotate(${angle})`} />
        ))}
        <circle
          r="58"
          fill="none"
          stroke={dots}
          strokeWidth="3"
          strokeDasharray="0.1 8"
          strokeLinecap="round"
        />
      </g>
    </>
  );
}

function Face({ skin, hairInk, bindi, earrings, glasses }: Look) {
  const line = { fill: "none", stroke: BLACK, strokeWidth: 2.4, strokeLinecap: "round" } as const;
  return (
    <>
      <path d="M86 122h28v34c-6 9-22 9-28 0z" fill={skin} />
      {/* The chin's shadow, cut as a block cutter would. */}
      <path d="M86 132c8 8 20 8 28 0v5c-8 8-20 8-28 0z" fill={BLACK} opacity="0.28" />
      <path d="M70 90c0-26 14-36 30-36s30 10 30 36c0 28-16 48-30 48S70 118 70 90z" fill={skin} />
      <path d="M79 87q8-6 16-2M105 85q8-4 16 2" {...line} stroke={hairInk} strokeWidth="3" />
      <path d="M80 97q7 6 14 0M106 97q7 6 14 0" {...line} />
      <path d="M101 94l-4 15q3 3 7 0" {...line} strokeWidth="2" />
      <path d="M90 121q5-4 10-2 5-2 10 2-10 9-20 0z" fill="#8E1F3A" />
      {bindi !== undefined && <circle cx="100" cy="77" r="3.4" fill={bindi} />}
      {glasses && (
        <g {...line} strokeWidth="2.2">
          <rect x="76" y="89" width="20" height="17" rx="7" />
          <rect x="104" y="89" width="20" height="17" rx="7" />
          <path d="M96 96q4-3 8 0" />
        </g>
      )}
      {earrings !== undefined &&
        [69, 131].map((x) => (
          <g key={x} fill={earrings}>
            <circle cx={x} cy="109" r="3.4" />
            <path d={`M${x - 6} 121a6 7 0 0 1 12 0z`} />
            <circle cx={x} cy="124.5" r="1.8" />
          </g>
        ))}
    </>
  );
}

/** The window the sitter looks out of: an arch cut from paper, with a beaded edge. */
function Arch({ ground, children }: { readonly ground: string; readonly children: ReactNode }) {
  const opening = "M12 224V92c0-34 22-44 44-54 18-8 34-16 44-30 10 14 26 22 44 30 22 10 44 20 44 54v132z";
  return (
    <>
      {children}
      <path d={`M0 0h200v220H0z${opening}`} fill={INKS.paper} fillRule="evenodd" />
      <path d={opening} fill="none" stroke={ground} strokeWidth="2.5" />
      <path
        d={opening}
        fill="none"
        stroke={INKS.paper}
        strokeWidth="3.5"
        strokeDasharray="0.1 9"
        strokeLinecap="round"
        transform="translate(5 6) scale(0.95 0.98)"
      />
      {[22, 178].map((x) => (
        <g key={x} transform={`translate(${x} 24)`} fill={ground}>
          {ring(6).map((angle) => (
            <path key={angle} d="M0-2C-4-6-3-11 0-14 3-11 4-6 0-2z" transform={`rotate(${angle})`} />
          ))}
          <circle r="2.4" fill={INKS.marigold} />
        </g>
      ))}
    </>
  );
}

/** A portrait in the manner of a block print, drawn by us; `label` is read aloud. */
export function Portrait({ of, label }: { readonly of: PortraitOf; readonly label: string }) {
  const look: Look = LOOKS[of];
  const { back, front } = hair(look.hair, look.hairInk, look.border);
  const cover = look.cover === undefined ? undefined : headCover(look.cover, look.border);
  return (
    <svg
      viewBox="0 0 200 220"
      role="img"
      aria-label={label}
      style={{ display: "block", width: "100%", height: "auto" }}
    >
      <Arch ground={look.ground}>
        <Ground {...look} />
        {cover?.back}
        {back}
        <Face {...look} />
        {drape(look.drape, look.cloth, look.border, look.skin)}
        {front}
        {cover?.front}
      </Arch>
    </svg>
  );
}
