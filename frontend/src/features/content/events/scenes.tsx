import type { ReactNode } from "react";
import { INKS } from "../../../ui/art/inks";
import {
  Bangles,
  Cloth,
  Diya,
  Flower,
  MarketStall,
  Paisley,
  Pot,
  Toran,
  WarliFigure,
} from "../../../ui/art/motifs";

const turns = (count: number) => Array.from({ length: count }, (_, index) => (index * 360) / count);
const row = (count: number) => Array.from({ length: count }, (_, index) => index);

function Frame({
  label,
  ground,
  children,
}: {
  readonly label: string;
  readonly ground: string;
  readonly children: ReactNode;
}) {
  return (
    <svg viewBox="0 0 960 440" role="img" aria-label={label} preserveAspectRatio="xMidYMid slice">
      <rect width="960" height="440" fill={ground} />
      {children}
    </svg>
  );
}

/** A printed band across the picture. */
function Band({
  y,
  ground,
  one,
  two,
}: {
  readonly y: number;
  readonly ground: string;
  readonly one: string;
  readonly two: string;
}) {
  return (
    <g>
      <rect y={y} width="960" height="44" fill={ground} />
      {row(20).map((index) => (
        <g key={index}>
          <Flower
            x={24 + index * 48}
            y={y + 22}
            scale={0.55}
            petal={index % 2 === 0 ? one : two}
            heart={INKS.paper}
          />
        </g>
      ))}
    </g>
  );
}

/** The market by day: a row of stalls under a toran. */
export function MarketScene({ label }: { readonly label: string }) {
  return (
    <Frame label={label} ground={INKS.sand}>
      <g transform="translate(716 116)" fill={INKS.marigold}>
        <circle r="62" />
        {turns(30).map((angle) => (
          <circle key={angle} cy="-80" r="4" transform={`rotate(${angle})`} fill={INKS.clay} />
        ))}
      </g>
      <Toran width={960} y={8} leaf={INKS.leaf} flower={INKS.rani} />
      <path d="M0 336h960v104H0z" fill={INKS.clay} opacity="0.35" />
      <MarketStall x={128} y={236} scale={1.4} stripe={INKS.rani} cloth={INKS.indigo} mark={INKS.sand}>
        <Pot x={-30} y={10} scale={0.8} body={INKS.clay} mark={INKS.paper} />
        <Pot x={24} y={14} scale={0.66} body={INKS.leaf} mark={INKS.paper} />
      </MarketStall>
      <MarketStall x={363} y={236} scale={1.4} stripe={INKS.leaf} cloth={INKS.rani} mark={INKS.sand}>
        <Cloth x={-24} y={22} scale={0.8} body={INKS.indigo} border={INKS.marigold} mark={INKS.paper} />
        <Cloth x={-24} y={1} scale={0.8} body={INKS.clay} border={INKS.leaf} mark={INKS.paper} />
        <Paisley x={34} y={8} scale={0.8} body={INKS.rani} inner={INKS.marigold} seed={INKS.indigo} />
      </MarketStall>
      <MarketStall x={598} y={236} scale={1.4} stripe={INKS.indigo} cloth={INKS.leaf} mark={INKS.sand}>
        <Bangles x={-28} y={12} scale={0.85} one={INKS.rani} two={INKS.indigo} />
        <Diya x={22} y={14} scale={0.75} clay={INKS.clay} flame={INKS.marigold} />
      </MarketStall>
      <MarketStall x={833} y={236} scale={1.4} stripe={INKS.clay} cloth={INKS.indigo} mark={INKS.sand}>
        <Flower x={-26} y={10} scale={1} petal={INKS.rani} heart={INKS.marigold} />
        <Flower x={22} y={12} scale={0.9} petal={INKS.leaf} heart={INKS.marigold} />
      </MarketStall>
      <Band y={396} ground={INKS.indigo} one={INKS.marigold} two="#F05C8C" />
    </Frame>
  );
}

/** Things made by hand, large, as on a printed cloth. */
export function CraftScene({ label }: { readonly label: string }) {
  return (
    <Frame label={label} ground={INKS.rani}>
      {row(11).map((column) =>
        row(5).map((line) => (
          <circle
            key={`${column}-${line}`}
            cx={column * 96 + (line % 2) * 48}
            cy={line * 92 + 20}
            r="4"
            fill={INKS.marigold}
            opacity="0.8"
          />
        )),
      )}
      <circle cx="480" cy="226" r="176" fill={INKS.sand} />
      <circle
        cx="480"
        cy="226"
        r="162"
        fill="none"
        stroke={INKS.rani}
        strokeWidth="4"
        strokeDasharray="0.1 13"
        strokeLinecap="round"
      />
      <Pot x={480} y={218} scale={4} body={INKS.clay} mark={INKS.paper} />
      <Cloth x={190} y={292} scale={2.7} body={INKS.indigo} border={INKS.marigold} mark={INKS.paper} />
      <Cloth x={190} y={218} scale={2.7} body={INKS.leaf} border={INKS.clay} mark={INKS.paper} />
      <Paisley x={176} y={108} scale={2.3} body={INKS.marigold} inner={INKS.rani} seed={INKS.paper} />
      <Diya x={778} y={298} scale={2.4} clay={INKS.indigo} flame={INKS.marigold} />
      <Bangles x={782} y={148} scale={2.8} one={INKS.marigold} two={INKS.leaf} />
      <Band y={396} ground={INKS.night} one={INKS.marigold} two={INKS.clay} />
    </Frame>
  );
}

/** The evening: a Warli ring of dancers by the stage, under strings of lamps. */
export function EveningScene({ label }: { readonly label: string }) {
  return (
    <Frame label={label} ground={INKS.night}>
      {row(3).map((line) => (
        <g key={line}>
          <path
            d={`M0 ${26 + line * 26}q480 ${70 + line * 30} 960 0`}
            fill="none"
            stroke={INKS.sand}
            strokeWidth="1.5"
            opacity="0.7"
          />
          {row(17).map((index) => {
            const t = (index + 0.5) / 17;
            return (
              <circle
                key={index}
                cx={t * 960}
                cy={26 + line * 26 + 2 * t * (1 - t) * (70 + line * 30) + 6}
                r="5"
                fill={INKS.marigold}
              />
            );
          })}
        </g>
      ))}
      <g transform="translate(480 276)">
        <circle r="60" fill={INKS.marigold} />
        <circle r="46" fill={INKS.clay} />
        <Diya x={0} y={4} scale={1.3} clay={INKS.night} flame={INKS.sand} />
        {turns(24).map((angle) => (
          <path key={angle} d="M0-66l5-12-5-12-5 12z" fill={INKS.marigold} transform={`rotate(${angle})`} />
        ))}
      </g>
      {row(9).map((index) => (
        <WarliFigure
          key={index}
          x={76 + index * 101}
          y={318 - Math.abs(index - 4) * 6 + (index === 4 ? 200 : 0)}
          scale={1.5}
          ink={INKS.paper}
          mirrored={index > 4}
        />
      ))}
      <Band y={396} ground={INKS.rani} one={INKS.marigold} two={INKS.sand} />
    </Frame>
  );
}
