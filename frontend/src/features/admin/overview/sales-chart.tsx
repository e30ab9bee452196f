import { chakra } from "@chakra-ui/react";
import type { SalesPoint } from "@sakhi/domain/events/overview.rules";
import { FiguresTable } from "../parts/figures-table";
import { niceEnd, StepsChart } from "../parts/steps-chart";
import { strings } from "./overview.strings";

/** The sales of an event as a line. */
export interface SalesLine {
  readonly title: string;
  readonly points: readonly SalesPoint[];
}

/** What was sold by a day. */
const soldBy = (points: readonly SalesPoint[], day: number): number =>
  points.findLast((point) => point.day <= day)?.sold ?? 0;

const lineOf = ({ points }: SalesLine) => ({ points: points.map(({ day, sold }) => ({ x: day, y: sold })) });

/** Stalls sold by days since sales began, of an event and the one before it; the table says the same. */
export function SalesChart({ event, before }: { readonly event: SalesLine; readonly before: SalesLine | undefined }) {
  const all = [...event.points, ...(before?.points ?? [])];
  const last = event.points.at(-1);
  const rows = [...new Set(all.map(({ day }) => day))].toSorted((a, b) => a - b);
  return (
    <>
      <StepsChart
        label={last === undefined ? strings.sales.empty : strings.sales.chart(event.title, last.day, last.sold)}
        line={lineOf(event)}
        before={before === undefined ? undefined : lineOf(before)}
        span={niceEnd(Math.max(...all.map(({ day }) => day)))}
        axis={strings.sales.axisDays}
        tickX={(day) => (day > 0 && Number.isInteger(day) ? String(day) : undefined)}
      />
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
