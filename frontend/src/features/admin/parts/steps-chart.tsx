import { Box, chakra } from "@chakra-ui/react";

const [WIDTH, HEIGHT] = [640, 240];
const MARGIN = { right: 12, top: 14, bottom: 54 } as const;
const NARROW_LEFT = 52;

/** A point of a line: what there is from `x` on. */
export interface StepPoint {
  readonly x: number;
  readonly y: number;
}

/** A line of steps: what was reached stays until the next point. */
export interface StepLine {
  readonly points: readonly StepPoint[];
  /** How far it is drawn; without it to its last point. */
  readonly until?: number;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function niceEnd(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power;
}

function stepsOf({ points, until }: StepLine, x: (at: number) => number, y: (at: number) => number): string {
  let path = `M${x(0)} ${y(0)}`;
  for (const point of points) path += `H${x(point.x)}V${y(point.y)}`;
  return until === undefined ? path : `${path}H${x(until)}`;
}

interface StepsChartProps {
  /** What it says, for those who do not see it. */
  readonly label: string;
  readonly line: StepLine;
  /** An earlier one, dashed. */
  readonly before: StepLine | undefined;
  /** The last x. */
  readonly span: number;
  readonly axis: string;
  /** Text at an x of the axis; undefined for none. */
  readonly tickX: (x: number) => string | undefined;
  readonly tickY?: (y: number) => string;
  /** Room for the ticks of y. */
  readonly left?: number;
}

/** Lines of steps that begin at zero. A table beside it says the same. */
export function StepsChart(props: StepsChartProps) {
  const { label, line, before, span, axis, tickX, tickY = String, left = NARROW_LEFT } = props;
  const plot = { width: WIDTH - left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const most = niceEnd(Math.max(...[...line.points, ...(before?.points ?? [])].map(({ y }) => y), 1));
  const x = (at: number) => left + (at / Math.max(1, span)) * plot.width;
  const y = (at: number) => MARGIN.top + plot.height - (at / most) * plot.height;
  const last = line.points.at(-1);
  const lastX = line.until ?? last?.x ?? 0;
  return (
    <Box maxWidth="52rem">
      <chakra.svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        width="100%"
        height="auto"
        // Scaled with the picture: on a phone to half.
        fontSize={{ base: "22px", md: "14px" }}
        css={{ "& text": { fill: "{colors.muted}" }, "& [data-grid]": { stroke: "{colors.line}" } }}
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line data-grid x1={left} x2={WIDTH - MARGIN.right} y1={y(part * most)} y2={y(part * most)} />
            {Number.isInteger(part * most) && (
              <text x={left - 8} y={y(part * most) + 5} textAnchor="end">
                {tickY(part * most)}
              </text>
            )}
            {tickX(part * span) !== undefined && (
              <text
                x={x(part * span)}
                y={HEIGHT - 30}
                textAnchor={part === 1 ? "end" : part === 0 ? "start" : "middle"}
              >
                {tickX(part * span)}
              </text>
            )}
          </g>
        ))}
        <text x={left + plot.width / 2} y={HEIGHT - 6} textAnchor="middle">
          {axis}
        </text>
        {before !== undefined && (
          <chakra.path d={stepsOf(before, x, y)} fill="none" stroke="muted" strokeWidth="2" strokeDasharray="6 5" />
        )}
        <chakra.path d={stepsOf(line, x, y)} fill="none" stroke="rani.text" strokeWidth="3" />
        {last !== undefined && <chakra.circle cx={x(lastX)} cy={y(last.y)} r="5" fill="rani.text" />}
      </chakra.svg>
    </Box>
  );
}
