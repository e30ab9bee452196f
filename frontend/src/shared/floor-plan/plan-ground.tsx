import { ENTRANCE, HALL, STAGE } from "@sakhi/domain/stalls/stall.types";
import { useId } from "react";
import { strings } from "./floor-plan.strings";
import { VIEW } from "./plan-geometry";

// An inline style, because the base style sheet overrides font attributes.
const lettering = { fontFamily: "var(--sb-fonts-heading)", fontWeight: 700 } as const;
const petals = [0, 45, 90, 135, 180, 225, 270, 315];

/** Positions of the leaves over the entrance, in feet from its left post. */
const GARLAND = [
  [2.5, -2.4],
  [6.2, -1.6],
  [10, -1.3],
  [13.8, -1.6],
  [17.5, -2.4],
] as const;

/** Background of the plan in the standard hall: walls, walkways, entrance and stage. */
export function PlanGround() {
  const id = useId();
  const wall = "var(--sb-colors-indigo-text)";
  return (
    <svg
      viewBox={`${VIEW.x} ${VIEW.y} ${VIEW.width} ${VIEW.height}`}
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
      <rect width={HALL.widthFeet} height={HALL.depthFeet} fill="var(--sb-colors-stall-ground)" />
      <rect x="10" y="10" width="120" height="150" fill={`url(#${id})`} />
      <rect x={ENTRANCE.x - 10} y="0" width={ENTRANCE.width + 20} height="10" fill={`url(#${id})`} />
      <path
        d={`M${ENTRANCE.x} -0.6H-0.6V${HALL.depthFeet + 0.6}H${HALL.widthFeet + 0.6}V-0.6H${ENTRANCE.x + ENTRANCE.width}`}
        fill="none"
        stroke={wall}
        strokeWidth="1.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {/* The entrance: posts, a garland of leaves and an arrow in. */}
      <g transform={`translate(${ENTRANCE.x} 0)`}>
        <path d={`M0 -4v8M${ENTRANCE.width} -4v8`} stroke={wall} strokeWidth="1.6" strokeLinecap="round" />
        <path
          d={`M0 -3.4q${ENTRANCE.width / 2} 4 ${ENTRANCE.width} 0`}
          fill="none"
          stroke="var(--sb-colors-marigold-solid)"
          strokeWidth="0.9"
        />
        {GARLAND.map(([x, y]) => (
          <path key={x} d={`M${x} ${y}c-1.2 1.1-1.2 2.6 0 4 1.2-1.4 1.2-2.9 0-4z`} fill="var(--sb-colors-leaf-solid)" />
        ))}
        <path
          d={`M${ENTRANCE.width / 2} 4.5v6M${ENTRANCE.width / 2 - 2.4} 8.2l2.4 2.4 2.4-2.4`}
          fill="none"
          stroke="var(--sb-colors-rani-text)"
          strokeWidth="1.3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <text
          x={ENTRANCE.width / 2}
          y="-6"
          textAnchor="middle"
          style={{ ...lettering, fontSize: "5.4px" }}
          fill="var(--sb-colors-indigo-text)"
        >
          {strings.entrance}
        </text>
      </g>
      {/* The stage, as a printed carpet. */}
      <g transform={`translate(${STAGE.x} ${STAGE.y})`}>
        <rect width={STAGE.width} height={STAGE.depth} rx="1.5" fill="var(--sb-colors-indigo-solid)" />
        <rect
          x="1.6"
          y="1.6"
          width={STAGE.width - 3.2}
          height={STAGE.depth - 3.2}
          rx="0.8"
          fill="none"
          stroke="var(--sb-colors-marigold-solid)"
          strokeWidth="0.6"
        />
        <rect
          x="3"
          y="3"
          width={STAGE.width - 6}
          height={STAGE.depth - 6}
          fill="none"
          stroke="var(--sb-colors-marigold-solid)"
          strokeWidth="1.1"
          strokeDasharray="0.1 2.4"
          strokeLinecap="round"
        />
        <g transform={`translate(${STAGE.width / 2} 11)`}>
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
        <text
          x={STAGE.width / 2}
          y="23.6"
          textAnchor="middle"
          style={{ ...lettering, fontSize: "6.6px" }}
          fill="var(--sb-colors-indigo-on)"
        >
          {strings.stage}
        </text>
      </g>
    </svg>
  );
}
