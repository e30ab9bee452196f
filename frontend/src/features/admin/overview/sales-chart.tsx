import { Box, chakra } from "@chakra-ui/react";
import type { SalesPoint } from "@sakhi/domain/events/overview.rules";
import { FiguresTable } from "../parts/figures-table";
import { strings } from "./overview.strings";

const [WIDTH, HEIGHT] = [640, 240];
const MARGIN = { left: 40, right: 12, top: 12, bottom: 36 } as const;
const PLOT = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom } as const;

/** The sales of an event as a line. */
export interface SalesLine {
  readonly title: string;
  readonly points: readonly SalesPoint[];
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function niceEnd(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power;
}

/** A line of steps: what was sold stays sold until the next sale. */
function stepsOf(points: readonly SalesPoint[], x: (day: number) => number, y: (sold: number) => number): string {
  let path = `M${x(0)} ${y(0)}`;
  for (const { day, sold } of points) path += `H${x(day)}V${y(sold)}`;
  return path;
}

/** What was sold by a day. */
const soldBy = (points: readonly SalesPoint[], day: number): number =>
  points.findLast((point) => point.day <= day)?.sold ?? 0;

/** Stalls sold by days since sales began, of an event and the one before it; the table says the same. */
export function SalesChart({ event, before }: { readonly event: SalesLine; readonly before: SalesLine | undefined }) {
  const all = [...event.points, ...(before?.points ?? [])];
  const days = niceEnd(Math.max(...all.map(({ day }) => day)));
  const most = niceEnd(Math.max(...all.map(({ sold }) => sold)));
  const x = (day: number) => MARGIN.left + (day / days) * PLOT.width;
  const y = (sold: number) => MARGIN.top + PLOT.height - (sold / most) * PLOT.height;
  const last = event.points.at(-1);
  const rows = [...new Set(all.map(({ day }) => day))].toSorted((a, b) => a - b);
  return (
    <>
      <Box maxWidth="52rem">
        <chakra.svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={last === undefined ? strings.sales.empty : strings.sales.chart(event.title, last.day, last.sold)}
          width="100%"
          height="auto"
          fontSize="14px"
          css={{ "& text": { fill: "{colors.muted}" }, "& [data-grid]": { stroke: "{colors.line}" } }}
        >
          {[0, 0.5, 1].map((part) => (
            <g key={part}>
              <line data-grid x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y(part * most)} y2={y(part * most)} />
              {Number.isInteger(part * most) && (
                <text x={MARGIN.left - 8} y={y(part * most) + 5} textAnchor="end">
                  {part * most}
                </text>
              )}
              {part > 0 && Number.isInteger(part * days) && (
                <text x={x(part * days)} y={HEIGHT - 18} textAnchor={part === 1 ? "end" : "middle"}>
                  {part * days}
                </text>
              )}
            </g>
          ))}
          <text x={MARGIN.left + PLOT.width / 2} y={HEIGHT - 2} textAnchor="middle">
            {strings.sales.axisDays}
          </text>
          {before !== undefined && (
            <chakra.path
              d={stepsOf(before.points, x, y)}
              fill="none"
              stroke="muted"
              strokeWidth="2"
              strokeDasharray="6 5"
            />
          )}
          <chakra.path d={stepsOf(event.points, x, y)} fill="none" stroke="rani.text" strokeWidth="3" />
          {last !== undefined && <chakra.circle cx={x(last.day)} cy={y(last.sold)} r="5" fill="rani.text" />}
        </chakra.svg>
      </Box>
      <chakra.details mt="2">
        <chakra.summary cursor="pointer" fontWeight="600" color="indigo.text" minHeight="tap" py="2.5">
          {strings.sales.table}
        </chakra.summary>
        <FiguresTable
          label={strings.sales.title(event.title)}
          heads={[strings.sales.day, event.title, before?.title ?? "–"]}
          rows={rows.map((day) => [
            String(day),
            soldBy(event.points, day),
            before === undefined ? "–" : soldBy(before.points, day),
          ])}
        />
      </chakra.details>
    </>
  );
}
