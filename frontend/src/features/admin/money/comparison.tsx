import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import type { EventMoneyResponse as EventMoney } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { rupees } from "../../../ui/money";
import { useAddress } from "../parts/address";
import { FiguresTable } from "../parts/figures-table";
import { Nothing, Panel } from "../parts/panel";
import { niceEnd, StepsChart } from "../parts/steps-chart";
import { strings } from "./money.strings";

const texts = strings.compare;

type Shown = "sold" | "revenue";
type Point = EventMoney["curve"][number];

/** What was sold, or its money, by the end of a day before the opening. */
const reached = (curve: readonly Point[], daysBefore: number, shown: Shown): number =>
  curve.findLast((point) => point.daysBefore >= daysBefore)?.[shown] ?? 0;

const signed = (difference: number, text: (size: number) => string): string =>
  difference === 0 ? text(0) : `${difference > 0 ? "+" : "−"}${text(Math.abs(difference))}`;

function Curves({
  event,
  before,
  shown,
}: {
  readonly event: EventMoney;
  readonly before: EventMoney;
  readonly shown: Shown;
}) {
  const daysBefore = event.compared?.daysBefore ?? 0;
  const days = [...event.curve, ...before.curve].map((point) => point.daysBefore);
  const span = niceEnd(Math.max(...days, daysBefore));
  const lineOf = (curve: readonly Point[], until: number) => ({
    points: curve.map((point) => ({ x: span - point.daysBefore, y: point[shown] })),
    until: span - until,
  });
  const text = (value: number): string => (shown === "sold" ? String(value) : rupees(value));
  const rows = [...new Set([...days, daysBefore])].toSorted((a, b) => b - a);
  return (
    <>
      <Text textStyle="small" color="muted" mb="2">
        {texts.lead(event.title, before.title)}
      </Text>
      <StepsChart
        label={texts.chart(
          event.title,
          text(reached(event.curve, daysBefore, shown)),
          before.title,
          text(reached(before.curve, daysBefore, shown)),
        )}
        line={lineOf(event.curve, daysBefore)}
        before={lineOf(before.curve, 0)}
        span={span}
        axis={texts.axis}
        tickX={(x) => (Number.isInteger(x) ? String(span - x) : undefined)}
        tickY={text}
        {...(shown === "sold" ? {} : { left: 132 })}
      />
      <chakra.details mt="2">
        <chakra.summary cursor="pointer" fontWeight="600" color="indigo.text" minHeight="tap" py="2.5">
          {texts.asTable}
        </chakra.summary>
        <FiguresTable
          label={texts.allDays(event.title)}
          heads={[texts.day, event.title, before.title]}
          rows={rows.map((day) => [
            String(day),
            day < daysBefore ? "–" : text(reached(event.curve, day, shown)),
            text(reached(before.curve, day, shown)),
          ])}
        />
      </chakra.details>
    </>
  );
}

/** An event beside the one before it, at the same number of days before their openings. */
export function Comparison({ events }: { readonly events: readonly EventMoney[] }) {
  const { get, put } = useAddress();
  const comparable = events.filter(({ compared }) => compared !== undefined);
  // The next to open; without one the last that did.
  const next = comparable.findLast(({ daysToOpening, status }) => daysToOpening >= 0 && status === "published");
  const event = comparable.find(({ slug }) => slug === get("compare")) ?? next ?? comparable[0];
  const compared = event?.compared;
  const before = events.find(({ slug }) => slug === compared?.event);
  const shown: Shown = get("of") === "money" ? "revenue" : "sold";
  return (
    <Panel title={texts.title}>
      {event === undefined || compared === undefined || before === undefined ? (
        <Nothing>{texts.none}</Nothing>
      ) : (
        <>
          <Flex gap="4" wrap="wrap" mb="4">
            <Choice
              label={texts.event}
              value={event.slug}
              options={comparable.map(({ slug, title }) => [slug, title] as const)}
              onChange={(slug) => put({ compare: slug })}
            />
            <Choice
              label={texts.shows}
              value={shown === "sold" ? "stalls" : "money"}
              options={[
                ["stalls", texts.stalls],
                ["money", texts.money],
              ]}
              onChange={(value) => put({ of: value === "money" ? "money" : "" })}
            />
          </Flex>
          <Text fontWeight="600" mb="1">
            {texts.when(compared.daysBefore)}
          </Text>
          <Box maxWidth="36rem" mb="1">
            <FiguresTable
              label={texts.table(event.title, compared.title)}
              heads={texts.heads}
              rows={[
                [event.title, compared.sold, rupees(compared.revenue)],
                [compared.title, compared.soldThen, rupees(compared.revenueThen)],
                [
                  texts.difference,
                  signed(compared.sold - compared.soldThen, String),
                  signed(Math.round((compared.revenue - compared.revenueThen) * 100) / 100, rupees),
                ],
              ]}
            />
          </Box>
          <Text textStyle="small" color="muted" mb="5">
            {texts.net}
          </Text>
          <Curves event={event} before={before} shown={shown} />
        </>
      )}
    </Panel>
  );
}
