import { INKS } from "../../../ui/art/inks";
import type { Award } from "./awards.strings";

const ring = (count: number) => Array.from({ length: count }, (_, index) => (index * 360) / count);

/** Inks and figure of each medal: three stars for three years, a torch on a step, a crowd under one lamp. */
const CHECKS = {
  marketplace: {
    petals: INKS.marigold,
    inner: INKS.rani,
    heart: INKS.paper,
    sign: INKS.indigo,
    ribbon: INKS.rani,
  },
  finalist: {
    petals: INKS.rani,
    inner: INKS.indigo,
    heart: INKS.sand,
    sign: INKS.rani,
    ribbon: INKS.marigold,
  },
  achievers: { petals: INKS.leaf, inner: INKS.clay, heart: INKS.paper, sign: INKS.leaf, ribbon: INKS.indigo },
} as const;

const STAR = "M0-10l2.9 6.4 7 .8-5.2 4.7 1.4 6.9L0 5.4l-6.1 3.4 1.4-6.9-5.2-4.7 7-.8z";

function Figure({ of, sign }: { readonly of: Award["id"]; readonly sign: string }) {
  switch (of) {
    case "marketplace":
      return [
        [-15, 6],
        [0, -10],
        [15, 6],
      ].map(([x, y]) => <path key={x} d={STAR} fill={sign} transform={`translate(${x} ${y})`} />);
    case "finalist":
      return (
        <g fill={sign}>
          <path d="M-27 22V8h16v14zM-9 22V-4H9v26zM11 22V2h16v20z" />
          <path d={STAR} transform="translate(0 -16) scale(0.95)" />
        </g>
      );
    case "achievers":
      return (
        <g fill={sign}>
          {[
            [-20, 10],
            [0, 6],
            [20, 10],
          ].map(([x, y]) => (
            <g key={x} transform={`translate(${x} ${y})`}>
              <circle cy="-9" r="6" />
              <path d="M-9 12C-9 1-5-2 0-2s9 3 9 14z" />
            </g>
          ))}
          <path d="M0-30c4 5 4 9 0 13-4-4-4-8 0-13z" fill={INKS.marigold} />
        </g>
      );
  }
}

/** The medal of an award, drawn by us as a block-printed rosette on a ribbon. Decoration: the card says it all. */
export function Medal({ of }: { readonly of: Award["id"] }) {
  const { petals, inner, heart, sign, ribbon } = CHECKS[of];
  return (
    <svg viewBox="0 0 160 190" aria-hidden style={{ display: "block", width: "100%", height: "auto" }}>
      <path d="M52 112l-16 70 22-12 14 18 14-60zM108 112l16 70-22-12-14 18-14-60z" fill={ribbon} />
      <path
        d="M56 128l-9 40M104 128l9 40"
        stroke={INKS.paper}
        strokeWidth="3"
        strokeDasharray="0.1 8"
        strokeLinecap="round"
      />
      <g transform="translate(80 78)">
        {ring(16).map((angle) => (
          <path
            key={angle}
            d="M0-46C-13-54-12-68 0-76 12-68 13-54 0-46z"
            fill={petals}
            transform={`rotate(${angle})`}
          />
        ))}
        {ring(16).map((angle) => (
          <circle key={angle} cy="-61" r="3" fill={INKS.paper} transform={`rotate(${angle})`} />
        ))}
        <circle r="53" fill={inner} />
        <circle
          r="47"
          fill="none"
          stroke={INKS.paper}
          strokeWidth="3.4"
          strokeDasharray="0.1 9.84"
          strokeLinecap="round"
        />
        <circle r="40" fill={heart} />
        <Figure of={of} sign={sign} />
      </g>
    </svg>
  );
}
