import { Box, Button, chakra } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { ClipboardList, ShieldBan } from "lucide-react";
import { useState } from "react";
import { type PlanStall, type StallEvent, type StallHistory, useGetStallHistoryQuery } from "../../../api/admin-api";
import { priceWords } from "../../../ui/price-words";
import { networkStrings } from "../booking/booking.strings";
import { ReleaseNetworkOfStall } from "../booking/network-release";
import { actorLabel } from "../booking/timeline";
import { ActionButtons } from "../parts/action-dialog";
import { dayOf, secondOf, timeOf } from "../parts/labels";
import { type Fact, DetailRows, Loaded, momentIf, Nothing, RecordDialog, Section, ToolLink } from "../parts/panel";
import { useRight, useSession } from "../parts/session";
import { strings } from "./plan.strings";
import { StallActions, type StallOfEvent } from "./stall-actions";

interface EventsProps {
  readonly events: readonly StallEvent[];
  readonly onBooking: (bookingId: string) => void;
}

function Events({ events, onBooking }: EventsProps) {
  const texts = strings.stall;
  return (
    <chakra.ol>
      {events.map((event) => (
        <chakra.li
          key={event.id}
          data-event={event.kind}
          display="grid"
          gridTemplateColumns={{ base: "minmax(0, 1fr) auto", sm: "9.5rem minmax(0, 1fr) auto" }}
          columnGap="4"
          alignItems="start"
          py="2"
          borderBottom="1px dashed {colors.line}"
          textStyle="small"
        >
          <chakra.time
            dateTime={event.at}
            fontVariantNumeric="tabular-nums"
            fontWeight="600"
            gridColumn={{ base: "1 / -1", sm: "auto" }}
          >
            {`${dayOf(event.at)}, ${secondOf(event.at)}`}
          </chakra.time>
          <Box minWidth="0" overflowWrap="anywhere">
            <span>{event.sentence}</span>
            <Box color="muted">
              {`${actorLabel({ by: event.actor, administrator: event.administrator })}${event.reference === undefined ? "" : ` · ${event.reference}`}`}
            </Box>
            {event.reason !== undefined && <Box>{`“${event.reason}”`}</Box>}
          </Box>
          <Button
            variant="ghost"
            size="sm"
            aria-label={texts.openLabel(timeOf(event.at))}
            onClick={() => onBooking(event.bookingId)}
          >
            {texts.open}
          </Button>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

interface HistoryProps extends Pick<EventsProps, "onBooking"> {
  /** Slug of the stall's event. */
  readonly event: string;
  readonly stallId: string;
}

function EarlierEvents({ before, ...history }: HistoryProps & { readonly before: string }) {
  const [requested, setRequested] = useState(false);
  if (requested) return <History {...history} before={before} />;
  return (
    <Button variant="outline" size="sm" mt="3" onClick={() => setRequested(true)}>
      {strings.stall.earlier}
    </Button>
  );
}

/** Polling interval, in ms: the event that explains a release is written shortly after the release. */
const POLL_MS = 10_000;

/** A stall's history, newest first, loaded page by page. */
function History({ event, stallId, before, onBooking }: HistoryProps & { readonly before?: string | undefined }) {
  const texts = strings.stall;
  const query = useGetStallHistoryQuery(
    { stallId, event, before },
    // Earlier pages do not change.
    before === undefined ? { pollingInterval: POLL_MS, refetchOnMountOrArgChange: true } : {},
  );
  const read = { ...query, data: query.currentData };
  return (
    <Loaded query={read} loading={texts.historyLoading} failed={texts.historyFailed}>
      {({ events, nextBefore, temporalUrl }: StallHistory) => (
        <>
          {events.length === 0 && before === undefined && <Nothing>{texts.noHistory}</Nothing>}
          <Events events={events} onBooking={onBooking} />
          {nextBefore !== undefined && (
            <EarlierEvents event={event} stallId={stallId} before={nextBefore} onBooking={onBooking} />
          )}
          {before === undefined && temporalUrl !== undefined && (
            <Box mt="2">
              <ToolLink href={temporalUrl}>{texts.temporal}</ToolLink>
            </Box>
          )}
        </>
      )}
    </Loaded>
  );
}

function rowsOf(stall: PlanStall): Fact[] {
  const { facts } = strings.stall;
  const { type, state, holderName, businessName, since, deadline, blockReason, networkStalls } = stall;
  return [
    [facts.state, <strong key="state">{strings.states[state]}</strong>],
    [facts.type, stallTypeLabel(type)],
    [facts.price, priceWords(stall)],
    [facts.holder, holderName],
    [facts.business, businessName],
    [facts.since, momentIf(since)],
    [facts.deadline, momentIf(deadline)],
    [facts.reason, blockReason && strings.stall.blocked(blockReason)],
    [facts.network, networkStalls === undefined ? undefined : strings.stall.network(networkStalls)],
  ];
}

const NETWORK_ACTION = { label: networkStrings.open, Icon: ShieldBan, Dialog: ReleaseNetworkOfStall } as const;

interface StallDialogProps {
  readonly event: StallOfEvent["event"];
  readonly stallId: string;
  /** The stall from the plan; undefined for an unknown id. */
  readonly stall: PlanStall | undefined;
  readonly onBooking: (bookingId: string) => void;
  readonly onClose: () => void;
}

/** A stall with its state, actions and history. */
export function StallDialog({ event, stallId, stall, onBooking, onClose }: StallDialogProps) {
  const { canEdit } = useSession();
  const blocks = useRight("networks.block");
  const texts = strings.stall;
  const bookingId = stall?.bookingId;
  return (
    <RecordDialog
      title={texts.title(stallId)}
      actions={
        <>
          {canEdit && stall !== undefined && <StallActions stall={{ ...stall, event }} />}
          {canEdit && blocks && bookingId !== undefined && stall?.networkStalls !== undefined && (
            <ActionButtons subject={{ bookingId }} actions={[NETWORK_ACTION]} />
          )}
          {bookingId !== undefined && stall?.state !== "blocked" && (
            <Button onClick={() => onBooking(bookingId)}>
              <ClipboardList aria-hidden />
              {texts.details}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {stall === undefined ? (
        <Nothing>{texts.unknown}</Nothing>
      ) : (
        <>
          <Section title={texts.now}>
            <DetailRows facts={[[texts.facts.event, event.title], ...rowsOf(stall)]} minWidth="8rem" />
          </Section>
          <Box mt="6">
            <Section title={texts.history}>
              <History key={stallId} event={event.slug} stallId={stallId} onBooking={onBooking} />
            </Section>
          </Box>
        </>
      )}
    </RecordDialog>
  );
}
