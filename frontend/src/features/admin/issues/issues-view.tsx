import { Grid, Text } from "@chakra-ui/react";
import type { Issues } from "../../../api/admin-api";
import { useGetIssuesQuery } from "../../../api/admin-api";
import { EmptyState } from "../../../ui/states";
import { BookingDialog } from "../booking/booking-dialog";
import { Loaded } from "../parts/loaded";
import type { Fact } from "../parts/panel";
import { Facts, Panel } from "../parts/panel";
import { RefreshButton } from "../parts/refresh-button";
import { useAddress } from "../parts/use-address";
import { IssueCard } from "./issue-card";
import { strings } from "./issues.strings";

const number = new Intl.NumberFormat("en-IN");

function healthyFacts(healthy: Issues["healthy"]): Fact[] {
  const names = Object.entries(strings.healthy.names) as [keyof Issues["healthy"], string][];
  return names.map(([key, name]) => [name, <strong key={key}>{number.format(healthy[key])}</strong>]);
}

/** ?view=issues: what a person must decide or know, each with its remedies; and what is well, in numbers. */
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
              <Grid as="ul" listStyleType="none" p="0" gap="4">
                {entries.map((entry) => (
                  <IssueCard
                    key={entry.id}
                    entry={entry}
                    onBooking={(booking) => put({ booking })}
                    onStall={(stall) => put({ view: "plan", stall })}
                  />
                ))}
              </Grid>
            )
          }
        </Loaded>
      </Panel>
      {query.data !== undefined && (
        <Grid mt="5">
          <Panel title={strings.healthy.title}>
            <Text color="muted" textStyle="small" mb="3">
              {strings.healthy.lead}
            </Text>
            <Facts facts={healthyFacts(query.data.healthy)} minWidth="13rem" />
          </Panel>
        </Grid>
      )}
      {bookingId !== "" && <BookingDialog id={bookingId} onClose={() => put({ booking: "" })} />}
    </>
  );
}
