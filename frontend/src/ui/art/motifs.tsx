import type { ReactNode } from "react";
import { INKS } from "./inks";

/** Where a motif stands in its picture: its middle, its scale (1 = about 40 units), and a turn in degrees. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly turn?: number;
}

const at = ({ x, y, scale = 1, turn = 0 }: Place) => `translate(${x} ${y}) scale(${scale}) rotate(${turn})`;
const around = (count: number) => Array.from({ length: count }, (_, index) => (index * 360) / count);

/** An eight-petalled flower of a wooden block, with a dotted ring. */
export function Flower({
  petal,
  heart,
  dots,
  ...place
}: Place & { petal: string; heart: string; dots?: string }) {
  return (
    <g transform={at(place)}>
      {around(8).map((angle) => (
        <path
          key={angle}
          d="M0-4C-5-9-4.5-16 0-20 4.5-16 5-9 0-4z"
          fill={petal}
          transform={`rotate(${angle})`}
        />
      ))}
      <circle r="4.5" fill={heart} />
      {dots !== undefined &&
        around(16).map((angle) => (
          <circle key={angle} cy="-24.5" r="1.7" fill={dots} transform={`rotate(${angle + 11.25})`} />
        ))}
    </g>
  );
}

/** The mango-shaped buta (paisley) with an inner drop and seed dots. */
export function Paisley({
  body,
  inner,
  seed,
  ...place
}: Place & { body: string; inner: string; seed: string }) {
  return (
    <g transform={at(place)}>
      <path
        d="M3-24c9 4 17 14 15 27C16 16 6 22-4 21c-11-1-17-10-15-20C-17-10-7-12-4-19c1-4-1-7-4-8 4-1 8 1 11 3z"
        fill={body}
      />
      <path d="M2-9c6 3 9 8 8 13-1 6-6 9-11 8-6-1-9-6-7-11C-6-5 0-5 2-9z" fill={inner} />
      {[-4, 1, 6].map((x, index) => (
        <circle key={x} cx={x - 1} cy={index === 1 ? 1 : 4} r="1.8" fill={seed} />
      ))}
    </g>
  );
}

/** A clay lamp with its flame. */
export function Diya({ clay, flame, ...place }: Place & { clay: string; flame: string }) {
  return (
    <g transform={at(place)}>
      <path d="M0-22c7 8 7 14 0 19-7-5-7-11 0-19z" fill={flame} />
      <path d="M-22-1c7 4 37 4 44 0-1 12-10 19-22 19S-21 11-22-1z" fill={clay} />
      <path
        d="M-15 6c9 3 21 3 30 0"
        fill="none"
        stroke={INKS.paper}
        strokeWidth="2"
        strokeDasharray="1 4"
        strokeLinecap="round"
      />
    </g>
  );
}

/** A water pot in the manner of lippan: rows of dots, waves and mirrors. */
export function Pot({ body, mark, ...place }: Place & { body: string; mark: string }) {
  return (
    <g transform={at(place)}>
      <path d="M-10-24h20l-3 8c14 4 21 13 21 23 0 11-9 19-28 19s-28-8-28-19c0-10 7-19 21-23z" fill={body} />
      <path d="M-12-25h24" stroke={mark} strokeWidth="3.5" strokeLinecap="round" />
      <path
        d="M-26 3l6.5-6 6.5 6 6.5-6L0 3l6.5-6 6.5 6 6.5-6L26 3"
        fill="none"
        stroke={mark}
        strokeWidth="2"
      />
      {[-18, -9, 0, 9, 18].map((x) => (
        <g key={x}>
          <circle cx={x} cy="11" r="3" fill={mark} />
          <circle cx={x} cy="11" r="1.2" fill={body} />
        </g>
      ))}
      <path d="M-18 20h36" stroke={mark} strokeWidth="2" strokeDasharray="0.1 5" strokeLinecap="round" />
    </g>
  );
}

/** A folded length of cloth with a printed border, as sarees lie in a shop. */
export function Cloth({
  body,
  border,
  mark,
  ...place
}: Place & { body: string; border: string; mark: string }) {
  return (
    <g transform={at(place)}>
      <path d="M-28-9c0-3 2-5 5-5h46c3 0 5 2 5 5v18c0 3-2 5-5 5h-46c-3 0-5-2-5-5z" fill={body} />
      <path d="M8-14h12v28H8z" fill={border} />
      <path d="M14-11l3.5 5.5L14 0l-3.5-5.5zM14 0l3.5 5.5L14 11l-3.5-5.5z" fill={mark} />
      <path
        d="M-22-5h26M-22 4h26"
        stroke={mark}
        strokeWidth="2"
        strokeDasharray="0.1 5.5"
        strokeLinecap="round"
      />
    </g>
  );
}

/** A pair of bangles. */
export function Bangles({ one, two, ...place }: Place & { one: string; two: string }) {
  return (
    <g transform={at(place)} fill="none" strokeWidth="5">
      <circle cx="-7" r="15" stroke={one} />
      <circle cx="9" cy="2" r="15" stroke={two} />
      <circle cx="9" cy="2" r="15" stroke={INKS.paper} strokeWidth="1.5" strokeDasharray="1 5" />
    </g>
  );
}

/** A person in the Warli manner: two triangles, a head and quick lines. `arms` up or out. */
export function WarliFigure({
  ink,
  mirrored = false,
  ...place
}: Place & { ink: string; mirrored?: boolean }) {
  return (
    <g
      transform={`${at(place)}${mirrored ? " scale(-1 1)" : ""}`}
      stroke={ink}
      fill={ink}
      strokeWidth="2.2"
      strokeLinecap="round"
    >
      <circle cy="-33" r="5" />
      <circle cx="-6" cy="-36" r="2.8" />
      <path d="M0-28v4" />
      <path d="M-10-24h20L0-9zM-9 8h18L0-9z" strokeLinejoin="round" />
      <path
        d="M-10-24l-9 8-4-10M10-24l10-6 6 6M-5 8l-3 11-6 7M5 8l5 9 9 3"
        fill="none"
        strokeLinejoin="round"
      />
    </g>
  );
}

/** A string of mango leaves and marigolds over a door, `width` units wide from x = 0. */
export function Toran({
  width,
  y = 0,
  leaf,
  flower,
}: {
  width: number;
  y?: number;
  leaf: string;
  flower: string;
}) {
  const step = 28;
  const count = Math.floor(width / step);
  const start = (width - (count - 1) * step) / 2;
  return (
    <g transform={`translate(0 ${y})`}>
      <path d={`M0 0h${width}`} stroke={flower} strokeWidth="3" />
      {Array.from({ length: count }, (_, index) => {
        const x = start + index * step;
        return index % 2 === 0 ? (
          <path key={index} d={`M${x} 2c-8 8-8 20 0 32 8-12 8-24 0-32z`} fill={leaf} />
        ) : (
          <g key={index} fill={flower}>
            <circle cx={x} cy="8" r="6.5" />
            <circle cx={x} cy="19" r="5" />
            <circle cx={x} cy="27" r="3.2" />
          </g>
        );
      })}
    </g>
  );
}

/** A market stall: scalloped striped awning, posts, and a counter covered in printed cloth. */
export function MarketStall({
  stripe,
  cloth,
  mark,
  children,
  ...place
}: Place & { stripe: string; cloth: string; mark: string; children?: ReactNode }) {
  const scallops = [-60, -36, -12, 12, 36, 60];
  return (
    <g transform={at(place)}>
      <path d="M-66-40V86M66-40V86" stroke={INKS.indigo} strokeWidth="5" />
      <path d="M-62-22H62V34H-62z" fill={INKS.paper} opacity="0.55" />
      {children}
      <path d="M-72 34H72V88H-72z" fill={cloth} />
      <path d="M-72 42H72M-72 80H72" stroke={mark} strokeWidth="3" />
      {[-54, -27, 0, 27, 54].map((x) => (
        <path key={x} d={`M${x} 48l9 13-9 13-9-13z`} fill={mark} />
      ))}
      <path d="M-58-78H58L74-40H-74z" fill={INKS.paper} />
      {scallops.map((x, index) => (
        <g key={x}>
          <path d={`M${x - 12}-40a12 13 0 0 0 24 0z`} fill={index % 2 === 0 ? stripe : INKS.paper} />
          {index % 2 === 0 && <path d={`M${x * 0.8 - 9.5}-78h19L${x + 12}-40h-24z`} fill={stripe} />}
        </g>
      ))}
      <path d="M-58-78H58" stroke={INKS.indigo} strokeWidth="4" strokeLinecap="round" />
    </g>
  );
}
