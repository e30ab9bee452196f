import { INKS } from "./inks";
import { MELA_DEVANAGARI } from "./lettering";
import { Bangles, Cloth, Diya, Flower, MarketStall, Paisley, Pot } from "./motifs";

const ring = (count: number) => Array.from({ length: count }, (_, index) => (index * 360) / count);

/** The poster of the Mela: an arch, the word मेला, a sun of bandhani dots and two stalls. `label` is read aloud. */
export function MelaPoster({ label }: { readonly label: string }) {
  return (
    <svg
      viewBox="0 0 560 640"
      role="img"
      aria-label={label}
      style={{ display: "block", width: "100%", height: "auto" }}
    >
      <rect width="560" height="640" rx="18" fill={INKS.indigo} />
      <rect
        x="14"
        y="14"
        width="532"
        height="612"
        rx="10"
        fill="none"
        stroke={INKS.marigold}
        strokeWidth="2.5"
      />
      <rect
        x="22"
        y="22"
        width="516"
        height="596"
        rx="6"
        fill="none"
        stroke={INKS.marigold}
        strokeWidth="5"
        strokeDasharray="0.1 11"
        strokeLinecap="round"
      />
      {[
        [62, 62],
        [498, 62],
      ].map(([x, y]) => (
        <Flower
          key={x}
          x={x ?? 0}
          y={y ?? 0}
          scale={1.15}
          petal={INKS.rani}
          heart={INKS.marigold}
          dots={INKS.sand}
        />
      ))}
      {/* The arch. */}
      <path
        d="M60 570V262c0-60 44-92 96-112 52-20 96-50 124-104 28 54 72 84 124 104 52 20 96 52 96 112v308z"
        fill={INKS.sand}
      />
      <path
        d="M72 570V264c0-54 40-82 90-102 48-19 91-46 118-92 27 46 70 73 118 92 50 20 90 48 90 102v306"
        fill="none"
        stroke={INKS.rani}
        strokeWidth="4"
      />
      {/* The sun: rings of tied dots. */}
      <g transform="translate(280 262)">
        <circle r="118" fill={INKS.marigold} />
        {[
          { r: 108, n: 44, s: 3 },
          { r: 134, n: 40, s: 4 },
          { r: 150, n: 32, s: 2.6 },
        ].map(({ r, n, s }) => (
          <g key={r} fill={r < 118 ? INKS.paper : INKS.clay}>
            {ring(n).map((angle) => (
              <circle key={angle} cy={-r} r={s} transform={`rotate(${angle})`} />
            ))}
          </g>
        ))}
        <path d={MELA_DEVANAGARI.d} transform="translate(-96 34) scale(0.106)" fill={INKS.rani} />
      </g>
      <MarketStall x={178} y={472} scale={1.08} stripe={INKS.rani} cloth={INKS.leaf} mark={INKS.sand}>
        <Pot x={-32} y={10} scale={0.8} body={INKS.clay} mark={INKS.paper} />
        <Bangles x={12} y={14} scale={0.72} one={INKS.rani} two={INKS.indigo} />
        <Diya x={46} y={18} scale={0.62} clay={INKS.clay} flame={INKS.marigold} />
      </MarketStall>
      <MarketStall x={382} y={472} scale={1.08} stripe={INKS.indigo} cloth={INKS.rani} mark={INKS.sand}>
        <Cloth x={-28} y={22} scale={0.78} body={INKS.leaf} border={INKS.marigold} mark={INKS.paper} />
        <Cloth x={-28} y={2} scale={0.78} body={INKS.rani} border={INKS.indigo} mark={INKS.paper} />
        <Paisley x={34} y={6} scale={0.86} body={INKS.indigo} inner={INKS.marigold} seed={INKS.rani} />
      </MarketStall>
      <rect x="26" y="562" width="508" height="52" fill={INKS.night} />
      <path d="M26 566h508M26 610h508" stroke={INKS.marigold} strokeWidth="2.5" />
      {Array.from({ length: 9 }, (_, index) => (
        <g key={index}>
          <Flower
            x={56 + index * 56}
            y={588}
            scale={0.7}
            petal={index % 2 === 0 ? INKS.marigold : "#F05C8C"}
            heart={INKS.paper}
          />
          {index < 8 && <path d={`M${84 + index * 56} 576l8 12-8 12-8-12z`} fill={INKS.leaf} />}
        </g>
      ))}
    </svg>
  );
}
