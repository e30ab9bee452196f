import messages from "../generated/messages/en/admin-periods.js";
import { firstDay, isMonth, lastDay, type Month, monthOf, monthTitle, nextMonth, yearStart } from "../gst/months.js";

/** Days of a file, both inclusive, in India; either may be open. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A period to choose: its value in an address, its words and its days. */
export interface PeriodChoice extends Required<Period> {
  readonly value: string;
  readonly title: string;
}

const MONTHS_BACK = 14;
const QUARTERS_BACK = 6;
const YEARS_BACK = 3;

const span = (month: Month, months: number): Required<Period> => ({
  from: firstDay(month),
  to: lastDay(nextMonth(month, months - 1)),
});

/** "26-27", of the year that begins in this month. */
const yearName = (start: Month): string =>
  `${start.slice(0, 4)}-${String((Number(start.slice(0, 4)) + 1) % 100).padStart(2, "0")}`;

/** First month of the quarter of a month; quarters of the financial year are those of the calendar. */
function quarterStart(month: Month): Month {
  const number = Number(month.slice(5));
  return `${month.slice(0, 4)}-${String(number - ((number - 1) % 3)).padStart(2, "0")}`;
}

function quarter(start: Month): PeriodChoice {
  const year = yearStart(start);
  const index = Math.floor(((Number(start.slice(5)) + 8) % 12) / 3) + 1;
  return {
    value: `${yearName(year)}-q${index}`,
    title: messages.quarter({
      ...{ number: index, year: yearName(year) },
      ...{ from: monthTitle(start), to: monthTitle(nextMonth(start, 2)) },
    }),
    ...span(start, 3),
  };
}

/** Months, quarters and Indian financial years up to today, the newest of each first. */
export function periodChoices(today: string): {
  readonly months: readonly PeriodChoice[];
  readonly quarters: readonly PeriodChoice[];
  readonly years: readonly PeriodChoice[];
} {
  const now = monthOf(today);
  const back = (start: Month, step: number, count: number) =>
    Array.from({ length: count }, (_, index) => nextMonth(start, -index * step));
  return {
    months: back(now, 1, MONTHS_BACK).map((month) => ({ value: month, title: monthTitle(month), ...span(month, 1) })),
    quarters: back(quarterStart(now), 3, QUARTERS_BACK).map(quarter),
    years: back(yearStart(now), 12, YEARS_BACK).map((start) => ({
      value: `fy-${yearName(start)}`,
      title: messages.year({ year: yearName(start) }),
      ...span(start, 12),
    })),
  };
}

/**
 * A period's part of a file's name: "2026-11", "2026-27-q3", "fy-2026-27", "2026-11-01-to-2026-11-20"; without days that of
 * today, since such a file has everything until then.
 */
export function periodName({ from, to }: Period, today: string): string {
  if (from === undefined && to === undefined) return today;
  if (from === undefined) return `until-${to}`;
  if (to === undefined) return `from-${from}-until-${today}`;
  const month = monthOf(from);
  const isWhole = (months: number) => from === firstDay(month) && to === lastDay(nextMonth(month, months - 1));
  if (isMonth(month)) {
    if (isWhole(1)) return month;
    if (isWhole(3) && quarterStart(month) === month) return quarter(month).value;
    if (isWhole(12) && yearStart(month) === month) return `fy-${yearName(month)}`;
  }
  return `${from}-to-${to}`;
}
