import { Box, Flex, Grid, Text } from "@chakra-ui/react";
import { type PeriodChoice, periodChoices } from "@sakhi/domain/admin/periods";
import { dashboardPath } from "@sakhi/domain/site/routes";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  type EventMoneyResponse as EventMoney,
  type MoneyOverviewResponse as Overview,
  type MoneyResponse as Money,
  useGetMoneyQuery,
} from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { rupees } from "../../../ui/money";
import { useAddress } from "../parts/address";
import { TableButtons } from "../parts/download";
import { dayOf, isoDayOf } from "../parts/labels";
import { Loaded, Panel } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { Comparison } from "./comparison";
import { strings as texts } from "./money.strings";

/** An event, the listings, or all of them. */
interface Row extends Money {
  readonly title: string;
  readonly event?: EventMoney;
}

const amount = (label: string, of: (row: Row) => number | undefined): Column<Row> => ({
  ...{ label, number: true },
  cell: (row) => {
    const value = of(row);
    return value === undefined ? "" : rupees(value);
  },
});

function columnsOf(hasFees: boolean): readonly Column<Row>[] {
  const { columns } = texts;
  return [
    {
      ...{ label: columns.event, heads: true },
      cell: ({ title, event }) =>
        event === undefined ? (
          <strong>{title}</strong>
        ) : (
          <>
            <Link to={dashboardPath({ view: "overview", event: event.slug })}>{title}</Link>
            <span data-sub>
              {[texts.status[event.status], dayOf(event.opening), texts.opens(event.daysToOpening)]
                .filter((part) => part !== "")
                .join(", ")}
            </span>
          </>
        ),
    },
    {
      ...{ label: columns.stalls, number: true },
      cell: ({ event }) => (event === undefined ? "" : texts.soldOf(event.soldStalls, event.stalls)),
    },
    { ...{ label: columns.waiting, number: true }, cell: ({ event }) => event?.waiting ?? "" },
    amount(columns.sold, ({ sold }) => sold),
    amount(columns.refunded, ({ refunded }) => refunded),
    ...(hasFees ? [amount(columns.fees, ({ fees }) => fees)] : []),
    amount(columns.net, ({ net }) => net),
    ...(hasFees ? [amount(columns.notPaidOut, ({ notPaidOut }) => notPaidOut)] : []),
    amount(columns.expected, ({ event }) => event?.expected),
    {
      ...{ label: columns.compared, wide: true },
      cell: ({ event }) =>
        event?.compared === undefined ? (
          ""
        ) : (
          <>
            <span>{texts.comparedWith(event.compared.sold, event.compared.soldThen)}</span>
            <span data-sub>{event.compared.title}</span>
          </>
        ),
    },
  ];
}

function AllMoney({ overview: { events, listings, total } }: { readonly overview: Overview }) {
  const hasFees = total.fees !== undefined;
  const rows: readonly Row[] = [
    ...events.map((event) => ({ ...event, event })),
    ...(listings === undefined ? [] : [{ title: texts.listings, ...listings }]),
    { title: texts.total, ...total },
  ];
  return (
    <>
      <RowsTable
        label={texts.title}
        rows={rows}
        keyOf={({ title, event }) => event?.slug ?? title}
        columns={columnsOf(hasFees)}
      />
      <Text textStyle="small" color="muted" mt="3">
        {`${hasFees ? texts.feesHelp : texts.noFees} ${texts.expectedHelp}`}
      </Text>
    </>
  );
}

/** ?view=money: sold, refunded and expected of all events, and each beside the one before it. */
export function MoneyView() {
  const { get, put } = useAddress();
  const [today] = useState(() => isoDayOf(Date.now()));
  const { months, quarters, years } = periodChoices(today);
  const all: readonly PeriodChoice[] = [...months, ...quarters, ...years];
  const period = all.find(({ value }) => value === get("period"));
  const { from, to } = period ?? {};
  const query = useGetMoneyQuery({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
  const address = new URLSearchParams(period === undefined ? {} : { from: period.from, to: period.to });
  return (
    <Grid gap="5" templateColumns="minmax(0, 1fr)">
      <Panel
        title={texts.title}
        aside={
          <Flex gap="2" wrap="wrap">
            <TableButtons
              text={texts.csv}
              of={texts.what}
              pending={texts.pending}
              file={(format) => ({
                address: `/api/v1/mela/admin/money.${format}?${address.toString()}`,
                name: `mela-money.${format}`,
              })}
              done={texts.done}
              failed={texts.downloadFailed}
            />
          </Flex>
        }
      >
        <Text color="muted" mb="4">
          {texts.lead}
        </Text>
        <Box mb="4" maxWidth="28rem">
          <Choice
            label={texts.period}
            value={period?.value ?? ""}
            options={[["", texts.allDays], ...all.map(({ value, title }) => [value, title] as const)]}
            onChange={(value) => put({ period: value })}
          />
        </Box>
        <Loaded query={query} loading={texts.loading} failed={texts.failed}>
          {(overview) => <AllMoney overview={overview} />}
        </Loaded>
      </Panel>
      {query.data !== undefined && <Comparison events={query.data.events} />}
    </Grid>
  );
}
