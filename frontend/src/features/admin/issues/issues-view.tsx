import { Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { ClipboardList, Map as MapIcon, Store } from "lucide-react";
import { Link } from "react-router-dom";
import { type Issues, type NewIssue, useGetIssuesQuery } from "../../../api/admin-api";
import { sheet } from "../../../ui/card";
import { EmptyState } from "../../../ui/states";
import { applicationAddress } from "../addresses";
import { BookingDialog } from "../booking/booking-dialog";
import { useAddress } from "../parts/address";
import { momentOf, humanize } from "../parts/labels";
import { Chip, type Fact, DetailRows, Loaded, Panel, RefreshButton } from "../parts/panel";
import { useSession } from "../parts/session";
import { strings } from "./issues.strings";
import { Resolutions } from "./resolutions";

interface IssueCardProps {
  readonly entry: NewIssue;
  readonly onBooking: (bookingId: string) => void;
  readonly onStall: (stall: { readonly stall: string; readonly event: string }) => void;
}

/** An issue with its meaning, facts and resolutions. */
function IssueCard({ entry, onBooking, onStall }: IssueCardProps) {
  const { canEdit } = useSession();
  const { bookingId, stallId, event, applicationId } = entry;
  return (
    <chakra.li
      data-issue={entry.kind}
      {...sheet}
      borderInlineStartWidth="6px"
      borderInlineStartColor="rani.text"
      p={{ base: "4", md: "5" }}
      minWidth="0"
    >
      <Flex justify="space-between" gap="2" wrap="wrap" align="baseline">
        <chakra.h3 textStyle="h3">{entry.title}</chakra.h3>
        <Flex gap="3" align="center" wrap="wrap" textStyle="small" color="muted">
          <Chip tone="bad">{humanize(entry.kind)}</Chip>
          <span>{strings.raised(momentOf(entry.raisedAt))}</span>
        </Flex>
      </Flex>
      <chakra.p mt="2" mb="3" maxWidth="text">
        {entry.meaning}
      </chakra.p>
      {entry.facts.length > 0 && (
        <DetailRows facts={entry.facts.map(({ label, value }) => [label, value] as const)} minWidth="15rem" />
      )}
      <Flex gap="2" wrap="wrap" mt="4" align="center">
        {canEdit ? <Resolutions entry={entry} /> : <Box color="muted">{strings.viewer}</Box>}
        {bookingId !== undefined && (
          <Button size="sm" variant="ghost" onClick={() => onBooking(bookingId)}>
            <ClipboardList aria-hidden />
            {strings.booking}
          </Button>
        )}
        {applicationId !== undefined && (
          <Button size="sm" variant="ghost" asChild>
            <Link to={applicationAddress(applicationId)}>
              <Store aria-hidden />
              {strings.application}
            </Link>
          </Button>
        )}
        {stallId !== undefined && event !== undefined && (
          <Button size="sm" variant="ghost" onClick={() => onStall({ stall: stallId, event })}>
            <MapIcon aria-hidden />
            <span>{strings.stall(stallId)}</span>
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}

const number = new Intl.NumberFormat("en-IN");

function healthyRows(healthy: NonNullable<Issues["healthy"]>): Fact[] {
  const names = Object.entries(strings.healthy.names) as [keyof NonNullable<Issues["healthy"]>, string][];
  return names.map(([key, name]) => [name, <strong key={key}>{number.format(healthy[key])}</strong>]);
}

/** ?view=issues: open issues with their resolutions, and healthy figures. */
export function IssuesView() {
  const { get, put } = useAddress();
  const query = useGetIssuesQuery();
  const bookingId = get("booking");
  return (
    <>
      <Panel title={strings.title} aside={<RefreshButton query={query} />}>
        <Loaded query={query} loading={strings.loading} failed={strings.failed}>
          {({ entries }) =>
            entries.length === 0 ? (
              <EmptyState title={strings.empty} level="h3">
                <Text color="muted">{strings.emptyText}</Text>
              </EmptyState>
            ) : (
              <Grid as="ul" gap="4">
                {entries.map((entry) => (
                  <IssueCard
                    key={entry.id}
                    entry={entry}
                    onBooking={(booking) => put({ booking })}
                    onStall={(stall) => put({ view: "plan", ...stall })}
                  />
                ))}
              </Grid>
            )
          }
        </Loaded>
      </Panel>
      {query.data !== undefined && (
        <Grid mt="5">
          {query.data.healthy !== undefined && (
            <Panel title={strings.healthy.title}>
              <Text color="muted" textStyle="small" mb="3">
                {strings.healthy.lead}
              </Text>
              <DetailRows facts={healthyRows(query.data.healthy)} minWidth="13rem" />
            </Panel>
          )}
        </Grid>
      )}
      {bookingId !== "" && <BookingDialog id={bookingId} onClose={() => put({ booking: "" })} />}
    </>
  );
}
