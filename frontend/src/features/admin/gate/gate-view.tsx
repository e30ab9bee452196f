import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { indianClock } from "@sakhi/domain/events/indian-time";
import { formatDay, parseDay } from "@sakhi/domain/invoices/indian-dates";
import { arrivalsExportPath, dashboardPath, gatePath } from "@sakhi/domain/site/routes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type PresenceResponse, useGetArrivalsQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { LinkButton } from "../../../ui/link-button";
import { bookingAddress } from "../addresses";
import { useChosenEvent, useEventSlug } from "../parts/chosen-event";
import { TableButtons } from "../parts/download";
import { Chip, Loaded, Panel } from "../parts/panel";
import { PrintButton } from "../parts/print-dialog";
import { type Column, RowsTable } from "../parts/rows-table";
import { useSession } from "../parts/session";
import { viewStrings as texts } from "./gate-view.strings";

type Row = PresenceResponse["rows"][number];
type Day = PresenceResponse["days"][number];

/** Height of the highest bar, in px. */
const BAR = 72;

/** Arrivals of a day by the hour, as bars with their numbers: the numbers say all that the bars do. */
function Hours({ day: { day, arrived, perHour } }: { readonly day: Day }) {
  const most = Math.max(1, ...perHour.map((hour) => hour.arrived));
  return (
    <chakra.figure m="0" minWidth="0">
      <chakra.figcaption fontWeight="600" mb="2">
        {texts.day(formatDay(parseDay(day)), arrived)}
      </chakra.figcaption>
      {perHour.length === 0 ? (
        <Text color="muted">{texts.nobodyYet}</Text>
      ) : (
        <chakra.ol display="flex" gap="1" alignItems="flex-end" overflowX="auto" aria-label={texts.hours} tabIndex={0}>
          {perHour.map((hour) => (
            <chakra.li
              key={hour.hour}
              flex="1 0 2.25rem"
              maxWidth="3.5rem"
              textAlign="center"
              textStyle="small"
              aria-label={texts.perHour(hour.hour, hour.arrived)}
            >
              <span aria-hidden>{hour.arrived}</span>
              <Box
                aria-hidden
                bg="indigo.solid"
                borderTopRadius="small"
                style={{ height: `${Math.max(2, Math.round((hour.arrived / most) * BAR))}px` }}
              />
              <chakra.span aria-hidden color="muted">
                {String(hour.hour).padStart(2, "0")}
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ol>
      )}
    </chakra.figure>
  );
}

const columnsOf = (slug: string): readonly Column<Row>[] => [
  {
    ...{ label: texts.columns.stall, heads: true },
    cell: ({ bookingId, stallId }) => <Link to={bookingAddress(bookingId, slug)}>{stallId}</Link>,
  },
  { label: texts.columns.brand, wide: true, cell: ({ businessName }) => businessName },
  { label: texts.columns.name, cell: ({ fullName }) => fullName },
  {
    ...{ label: texts.columns.arrivals, wide: true },
    cell: ({ arrivals, noShow }) => {
      if (arrivals.length === 0) return noShow ? <Chip tone="bad">{texts.noShow}</Chip> : <span>{texts.notYet}</span>;
      return arrivals.map(({ day, at, by }) => (
        <chakra.span key={day} display="block">
          {texts.arrival(formatDay(parseDay(day)), indianClock(new Date(at), "minute"), by)}
        </chakra.span>
      ));
    },
  },
  {
    label: texts.columns.papers,
    cell: ({ missing }) =>
      missing === 0 ? <span>{texts.complete}</span> : <Chip tone="waiting">{texts.missing(missing)}</Chip>,
  },
];

function Presence({ presence, slug }: { readonly presence: PresenceResponse; readonly slug: string }) {
  const [show, setShow] = useState("all");
  const { sold, arrived, noShows, days, rows } = presence;
  if (sold === 0) return <Text>{texts.empty}</Text>;
  const shown = rows.filter(({ arrivals, noShow }) =>
    show === "no-show" ? noShow : show === "came" ? arrivals.length > 0 : true,
  );
  return (
    <>
      <chakra.dl display="flex" flexWrap="wrap" gap="6" mb="5">
        {(
          [
            [texts.sold, sold],
            [texts.arrived, arrived],
            [texts.noShows, noShows],
          ] as const
        ).map(([label, number]) => (
          <div key={label}>
            <chakra.dt color="muted">{label}</chakra.dt>
            <chakra.dd fontFamily="heading" fontWeight="700" fontSize="1.75rem">
              {number}
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
      <Box display="grid" gap="5" gridTemplateColumns="repeat(auto-fit, minmax(min(20rem, 100%), 1fr))" mb="6">
        {days.map((day) => (
          <Hours key={day.day} day={day} />
        ))}
      </Box>
      <Flex mb="4">
        <Choice
          label={texts.only}
          value={show}
          options={[
            ["all", texts.filters.all],
            ["no-show", texts.filters.noShow],
            ["came", texts.filters.came],
          ]}
          onChange={setShow}
        />
      </Flex>
      <RowsTable label={texts.table} rows={shown} keyOf={({ bookingId }) => bookingId} columns={columnsOf(slug)} />
    </>
  );
}

/** Who came to an event and who did not, and the way to the gate's page. */
export function GateView() {
  const slug = useEventSlug();
  const event = useChosenEvent();
  const { canEdit } = useSession();
  const query = useGetArrivalsQuery(slug);
  return (
    <Panel
      title={texts.title}
      aside={
        <Flex gap="3" wrap="wrap">
          {canEdit && <LinkButton data-unprinted to={gatePath(slug)} size="sm" label={texts.open} />}
          <PrintButton event={event} />
          <TableButtons
            text={texts.export}
            pending={texts.exporting}
            file={(format) => ({ address: arrivalsExportPath(slug, format), name: `arrivals.${format}` })}
            done={texts.exported}
            failed={texts.exportFailed}
          />
        </Flex>
      }
    >
      <Text color="muted" mb="4">
        {texts.lead}
      </Text>
      {canEdit && (
        <Text mb="4">
          <Link to={dashboardPath({ view: "team" })}>{texts.invite}</Link>
        </Text>
      )}
      <Loaded query={{ ...query, data: query.currentData }} loading={texts.loading} failed={texts.failed}>
        {(presence) => <Presence presence={presence} slug={slug} />}
      </Loaded>
    </Panel>
  );
}
