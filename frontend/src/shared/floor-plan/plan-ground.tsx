import { fixtureLabel } from "@sakhi/domain/plans/fixture-labels";
import { type Side, sideOf, wallPath } from "@sakhi/domain/plans/plan-walls";
import { type Fixture, type Ground, STANDARD_GROUND } from "@sakhi/domain/plans/plan.types";
import { useId, memo } from "react";
import { strings } from "./floor-plan.strings";
import { type View, viewOf } from "./plan-geometry";

// An inline style, because the base style sheet overrides font attributes.
const lettering = { fontFamily: "var(--sb-fonts-heading)", fontWeight: 700 } as const;
const petals = [0, 45, 90, 135, 180, 225, 270, 315];
const WALL = "var(--sb-colors-indigo-text)";

/** Positions of the leaves over an entrance, as parts of its width, and in feet above it. */
const GARLAND = [
  [0.125, -2.4],
  [0.31, -1.6],
  [0.5, -1.3],
  [0.69, -1.6],
  [0.875, -2.4],
] as const;

/** Size of a text so that it fits a width, in feet. */
const fitting = (text: string, width: number, most: number): string =>
  `${Math.min(most, (width * 1.7) / Math.max(1, text.length))}px`;

/** Where the name of an entrance stands that is not at the top: in from its side. */
function labelAt({ x, y, width, height }: Fixture, side: Side | undefined) {
  const middle = { x: x + width / 2, y: y + height / 2 + 1.6, textAnchor: "middle" } as const;
  if (side === "left") return { ...middle, x: x + 12, textAnchor: "start" } as const;
  if (side === "right") return { ...middle, x: x + width - 12, textAnchor: "end" } as const;
  return side === "bottom" ? { ...middle, y: y + height - 13 } : middle;
}

interface FixtureProps {
  readonly fixture: Fixture;
  readonly ground: Ground;
  /** Said before the entrance's name. */
  readonly here: string | undefined;
}

/** What an entrance is called. */
function nameOf({ text }: Fixture, here: string | undefined): string {
  const name = text === "" ? strings.entrance : fixtureLabel(text);
  return here === undefined ? name : `${here}: ${name}`;
}

/** Posts, a garland of leaves and an arrow in. One on another side than the top is turned to it. */
function Entrance({ fixture, ground, here }: FixtureProps) {
  const { x, y, width, height, turn } = fixture;
  const text = nameOf(fixture, here);
  const side = sideOf(fixture, ground);
  const isUpright = side === "left" || side === "right";
  const length = isUpright ? height : width;
  const place = {
    top: `translate(${x} ${y})`,
    bottom: `translate(${x + width} ${y + height}) rotate(180)`,
    left: `translate(${x} ${y + height}) rotate(-90)`,
    right: `translate(${x + width} ${y}) rotate(90)`,
    inside: `translate(${x} ${y}) rotate(${turn} ${width / 2} ${height / 2})`,
  }[side ?? "inside"];
  const isAtTop = side === "top";
  return (
    <>
      <g transform={place}>
        <path d={`M0 -4v8M${length} -4v8`} stroke={WALL} strokeWidth="1.6" strokeLinecap="round" />
        <path
          d={`M0 -3.4q${length / 2} 4 ${length} 0`}
          fill="none"
          stroke="var(--sb-colors-marigold-solid)"
          strokeWidth="0.9"
        />
        {GARLAND.map(([part, above]) => (
          <path
            key={part}
            d={`M${part * length} ${above}c-1.2 1.1-1.2 2.6 0 4 1.2-1.4 1.2-2.9 0-4z`}
            fill="var(--sb-colors-leaf-solid)"
          />
        ))}
        <path
          d={`M${length / 2} 4.5v6M${length / 2 - 2.4} 8.2l2.4 2.4 2.4-2.4`}
          fill="none"
          stroke="var(--sb-colors-rani-text)"
          strokeWidth="1.3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        {isAtTop && (
          <text
            x={length / 2}
            y="-6"
            textAnchor="middle"
            style={{ ...lettering, fontSize: "5.4px" }}
            fill="var(--sb-colors-indigo-text)"
          >
            {text}
          </text>
        )}
      </g>
      {!isAtTop && (
        <text
          {...labelAt(fixture, side)}
          style={{ ...lettering, fontSize: "4.4px" }}
          fill="var(--sb-colors-indigo-text)"
        >
          {text}
        </text>
      )}
    </>
  );
}

/** The stage, as a printed carpet. */
function Stage({ width, height, text }: Fixture) {
  const name = text === "" ? strings.stage : fixtureLabel(text);
  return (
    <>
      <rect width={width} height={height} rx="1.5" fill="var(--sb-colors-indigo-solid)" />
      <rect
        x="1.6"
        y="1.6"
        width={Math.max(0, width - 3.2)}
        height={Math.max(0, height - 3.2)}
        rx="0.8"
        fill="none"
        stroke="var(--sb-colors-marigold-solid)"
        strokeWidth="0.6"
      />
      <rect
        x="3"
        y="3"
        width={Math.max(0, width - 6)}
        height={Math.max(0, height - 6)}
        fill="none"
        stroke="var(--sb-colors-marigold-solid)"
        strokeWidth="1.1"
        strokeDasharray="0.1 2.4"
        strokeLinecap="round"
      />
      {height >= 24 && (
        <g transform={`translate(${width / 2} ${(11 * height) / 30})`}>
          {petals.map((angle) => (
            <path
              key={angle}
              d="M0-1C-1.3-2.3-1.2-4 0-5.2 1.2-4 1.3-2.3 0-1z"
              fill="#F05C8C"
              transform={`rotate(${angle})`}
            />
          ))}
          <circle r="1.1" fill="var(--sb-colors-marigold-solid)" />
        </g>
      )}
      <text
        x={width / 2}
        y={height >= 24 ? (23.6 * height) / 30 : height / 2 + 2.2}
        textAnchor="middle"
        style={{ ...lettering, fontSize: name.length > 8 || width < 30 ? fitting(name, width, 6.6) : "6.6px" }}
        fill="var(--sb-colors-indigo-on)"
      >
        {name}
      </text>
    </>
  );
}

/** A help desk, toilets and the like: its text in a box. A text has no box, a wall no text. */
function Labelled({ kind, width, height, text: written }: Fixture) {
  const text = fixtureLabel(written);
  const size = Math.min(height * 0.6, Number.parseFloat(fitting(text, width, 6)));
  return (
    <>
      {kind !== "text" && (
        <rect
          width={width}
          height={height}
          rx={kind === "wall" ? 0 : 1}
          fill={kind === "wall" ? WALL : "var(--sb-colors-sunk)"}
          stroke={WALL}
          strokeWidth={kind === "wall" ? 0 : 0.6}
        />
      )}
      <text
        x={width / 2}
        y={height / 2 + size * 0.36}
        textAnchor="middle"
        style={{ ...lettering, fontSize: `${size}px` }}
        fill={kind === "wall" ? "var(--sb-colors-indigo-on)" : "var(--sb-colors-indigo-text)"}
      >
        {text}
      </text>
    </>
  );
}

function FixtureShape({ fixture, ground, here }: FixtureProps) {
  const { kind, x, y, width, height, turn } = fixture;
  if (kind === "entrance") return <Entrance fixture={fixture} ground={ground} here={here} />;
  const turned = turn === 0 ? "" : ` rotate(${turn} ${width / 2} ${height / 2})`;
  return (
    <g transform={`translate(${x} ${y})${turned}`}>
      {kind === "stage" ? <Stage {...fixture} /> : <Labelled {...fixture} />}
    </g>
  );
}

/** Where people walk in the standard hall, as the specification draws it: inside the outer rows, and in from the entrance. */
const STANDARD_WALKS: readonly View[] = [
  { x: 10, y: 10, width: 120, height: 150 },
  { x: 50, y: 0, width: 40, height: 10 },
];

interface PlanGroundProps {
  readonly ground: Ground;
  /** Said at the entrance; nowhere if there is none, or several: which of them nobody knows. */
  readonly here?: string | undefined;
}

/** Background of a plan: walls, walkways, and what stands there besides stalls. */
export const PlanGround = memo(function PlanGround({ ground, here }: PlanGroundProps) {
  const id = useId();
  const { width, height, fixtures } = ground;
  const isOnly = fixtures.filter(({ kind }) => kind === "entrance").length === 1;
  const walks = ground === STANDARD_GROUND ? STANDARD_WALKS : [{ x: 0, y: 0, width, height }];
  const view = viewOf(ground);
  return (
    <svg
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      aria-hidden
      data-ground
      style={{ position: "absolute", inset: 0, width: "100%", height: "100%" }}
    >
      <defs>
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
          <circle cx="1.5" cy="1.5" r="0.55" fill="var(--sb-colors-stall-walk)" />
          <circle cx="4.5" cy="4.5" r="0.55" fill="var(--sb-colors-stall-walk)" />
        </pattern>
      </defs>
      <rect width={width} height={height} fill="var(--sb-colors-stall-ground)" />
      {walks.map((walk) => (
        <rect key={walk.y} {...walk} fill={`url(#${id})`} />
      ))}
      <path
        d={wallPath(ground)}
        fill="none"
        stroke={WALL}
        strokeWidth="1.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {fixtures.map((fixture, index) => (
        // A fixture has no name of its own; the list is drawn whole.
        <FixtureShape key={index} fixture={fixture} ground={ground} here={isOnly ? here : undefined} />
      ))}
    </svg>
  );
});
