import { Chart, useChart } from "@chakra-ui/charts";
import { Box, chakra, Grid } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { type ReactElement, type ReactNode, useId } from "react";
import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from "recharts";
import type { Summary } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { FiguresTable } from "../parts/figures-table";
import { dayOf, shortDayOf } from "../parts/labels";
import { Nothing, Panel } from "../parts/panel";
import { strings } from "./registrations.strings";

/** A bar with a short and a full label. Revenue in rupees. */
interface BarData {
  readonly short: string;
  readonly full: string;
  readonly revenue: number;
  readonly count: number;
}

function FiguresChart({
  title,
  bar: barName,
  counted,
  bars,
}: {
  readonly title: string;
  /** What a bar stands for. */
  readonly bar: string;
  /** What is counted above each bar. */
  readonly counted: "bookings" | "sold";
  readonly bars: readonly BarData[];
}) {
  const { charts } = strings;
  const chart = useChart({
    data: bars.map((bar) => ({ ...bar })),
    series: [{ name: "revenue", label: charts.revenue, color: "indigo.text" }],
  });
  const id = useId();
  const axis = { stroke: "var(--sb-colors-muted)", fontSize: 14, tickLine: false } as const;
  const tip = ({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }): ReactNode => {
    const bar = payload?.[0]?.payload as BarData | undefined;
    if (active !== true || bar === undefined) return null;
    return (
      <Box bg="ink" color="paper" borderRadius="small" px="3" py="2" fontSize="0.9375rem">
        <strong>{bar.full}</strong>
        <br />
        <span>{charts.bar[counted]({ revenue: rupees(bar.revenue), count: bar.count })}</span>
      </Box>
    );
  };
  const barChart: ReactElement = (
    <BarChart
      data={[...chart.data]}
      margin={{ top: 24, right: 8, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      responsive
    >
      <CartesianGrid vertical={false} stroke="var(--sb-colors-line)" />
      <XAxis dataKey="short" axisLine={false} interval="preserveStartEnd" minTickGap={12} {...axis} />
      <YAxis width={88} axisLine={false} tickFormatter={rupees} {...axis} />
      <Tooltip cursor={{ fill: "var(--sb-colors-sunk)" }} content={tip} />
      <Bar
        dataKey="revenue"
        fill="var(--sb-colors-indigo-text)"
        radius={[4, 4, 0, 0]}
        maxBarSize={48}
        isAnimationActive={false}
      >
        <LabelList dataKey="count" position="top" fill="var(--sb-colors-ink)" fontSize={14} fontWeight={600} />
      </Bar>
    </BarChart>
  );
  return (
    <Panel title={title}>
      <Box textStyle="small" color="muted" mb="2" aria-hidden>
        {charts.legend[counted]}
      </Box>
      <Box aria-hidden>
        <Chart.Root chart={chart} aspectRatio="auto" height={{ base: "10rem", md: "12rem" }}>
          {barChart}
        </Chart.Root>
      </Box>
      <chakra.details mt="2">
        <chakra.summary cursor="pointer" fontWeight="600" color="indigo.text" py="2" id={id}>
          {charts.asTable}
        </chakra.summary>
        <FiguresTable
          label={title}
          heads={[barName, charts[counted], charts.revenue]}
          rows={bars.map(({ full, count, revenue }) => [full, count, rupees(revenue)])}
        />
      </chakra.details>
    </Panel>
  );
}

/** Bar charts of revenue and sales by day and by stall type, each with an accessible table. */
export function Charts({ summary }: { readonly summary: Summary }) {
  const { charts } = strings;
  if (summary.byDay.length === 0) {
    return (
      <Panel title={charts.title}>
        <Nothing>{charts.empty}</Nothing>
      </Panel>
    );
  }
  const days = summary.byDay.map(({ day, bookings, revenue }) => ({
    short: shortDayOf(day),
    full: dayOf(day),
    revenue,
    count: bookings,
  }));
  const types = summary.byType.map(({ stallType, sold, revenue }) => ({
    short: stallTypeLabel(stallType),
    full: stallTypeLabel(stallType),
    revenue,
    count: sold,
  }));
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "minmax(0, 2fr) minmax(0, 1fr)" }} gap="4">
      <FiguresChart title={charts.byDay} bar={charts.day} counted="bookings" bars={days} />
      <FiguresChart title={charts.byType} bar={charts.type} counted="sold" bars={types} />
    </Grid>
  );
}
