import { Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { ClipboardList, Map as MapIcon, Store } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  type AdminBooking,
  type Issues,
  type NewIssue,
  type Resolution,
  useApplyResolutionMutation,
  useGetAdminBookingQuery,
  useGetIssuesQuery,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { useBusy } from "../../../ui/busy";
import { sheet } from "../../../ui/card";
import { Modal } from "../../../ui/dialog";
import { CLOSE } from "../../../ui/leave";
import { EmptyState } from "../../../ui/states";
import { SteadyButton } from "../../../ui/steady-button";
import { showToast } from "../../../ui/toast";
import { applicationAddress } from "../addresses";
import { RequestedAction } from "../booking/booking-actions";
import { BookingDialog } from "../booking/booking-dialog";
import { ConfirmDialog, ReasonDialog } from "../parts/action-dialog";
import { momentOf, humanize } from "../parts/labels";
import { useAddress } from "../parts/list-page";
import { Chip, type Fact, Facts, Loaded, Panel, RefreshButton } from "../parts/panel";
import { useSession } from "../parts/session";
import { strings } from "./issues.strings";

/** Resolutions that lose something or move money. */
const DANGEROUS: readonly Resolution["action"][] = [
  "refund_in_full",
  "paid_by_hand",
  "confirm_paid_back",
  "release_network",
];

const REPLY_FIELD = { name: "reason", label: strings.answer, help: strings.answerHelp, lines: 2 } as const;

/** Stored with the refund, and shown to the payer. */
const REFERENCE_FIELD = { name: "reason", label: strings.reference, help: strings.referenceHelp } as const;

/** Applies resolutions; `runNow` shows the result in a toast. */
function useResolution(entryId: string) {
  const [apply] = useApplyResolutionMutation();
  const [running, setRunning] = useState<Resolution["action"]>();
  const [, once] = useBusy();
  const run = async (action: Resolution["action"], reason?: string): Promise<string> => {
    const { message } = await apply({ id: entryId, resolutionDto: { action, reason } }).unwrap();
    return message;
  };
  const runNow = (action: Resolution["action"]) =>
    once(async () => {
      setRunning(action);
      try {
        showToast({ kind: "success", title: await run(action) });
      } catch (error) {
        const { title, description } = strings.failedResolution;
        showToast({ kind: "error", title, description: userMessage(error, description) });
      }
      setRunning(undefined);
      return false;
    });
  return { run, runNow, running };
}

/** Form of an action on the issue's booking; submitting it resolves the issue. */
function RequestForm({
  entry,
  form,
  onClose,
}: {
  readonly entry: NewIssue;
  readonly form: NonNullable<Resolution["opens"]>;
  readonly onClose: () => void;
}) {
  const query = useGetAdminBookingQuery(entry.bookingId ?? "", { refetchOnMountOrArgChange: true });
  const { currentData: booking, isFetching } = query;
  // The booking when the form opened: a refetch must not unmount the form.
  const [initialBooking, setInitialBooking] = useState<AdminBooking>();
  if (initialBooking === undefined && booking !== undefined && !isFetching) setInitialBooking(booking);
  if (initialBooking !== undefined) {
    return (
      <RequestedAction
        form={form}
        subject={initialBooking}
        request={{ issueId: entry.id, words: "", ...entry.requested }}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal open title={entry.title} onClose={onClose} footer={<Button onClick={onClose}>{CLOSE}</Button>}>
      <Loaded query={{ ...query, data: undefined }} loading={strings.loadingBooking} failed={strings.noBooking}>
        {() => null}
      </Loaded>
    </Modal>
  );
}

interface ConfirmProps {
  readonly entry: NewIssue;
  readonly resolution: Resolution;
  readonly run: (action: Resolution["action"], reason?: string) => Promise<string>;
  readonly onClose: () => void;
}

/** Confirms a resolution, and asks for a reason if one is needed. */
function ConfirmResolution({ entry, resolution: { action, label, needsReason, effect }, run, onClose }: ConfirmProps) {
  const dialog = {
    title: label,
    consequence: effect ?? strings.consequences[action],
    danger: DANGEROUS.includes(action),
    texts: { confirm: label, pending: strings.pending },
    onClose,
  };
  if (!needsReason) return <ConfirmDialog {...dialog} run={() => run(action)} />;
  return (
    <ReasonDialog
      {...dialog}
      // The payer gets this text by mail.
      {...(entry.kind === "booking_request" ? { field: REPLY_FIELD } : {})}
      {...(action === "confirm_paid_back" ? { field: REFERENCE_FIELD } : {})}
      run={(reason) => run(action, reason)}
    />
  );
}

function Resolutions({ entry }: { readonly entry: NewIssue }) {
  const { run, runNow, running } = useResolution(entry.id);
  const [chosen, setChosen] = useState<Resolution>();
  const close = () => setChosen(undefined);
  return (
    <>
      {entry.resolutions.map((resolution, index) => (
        <SteadyButton
          key={resolution.action}
          size="sm"
          variant={index === 0 ? "solid" : "outline"}
          off={running !== undefined}
          onClick={() => {
            const { action, needsReason, opens } = resolution;
            if (needsReason || opens !== undefined || action in strings.consequences) setChosen(resolution);
            else void runNow(action);
          }}
        >
          {running === resolution.action ? strings.pending : resolution.label}
        </SteadyButton>
      ))}
      {chosen?.opens !== undefined && <RequestForm entry={entry} form={chosen.opens} onClose={close} />}
      {chosen !== undefined && chosen.opens === undefined && (
        <ConfirmResolution entry={entry} resolution={chosen} run={run} onClose={close} />
      )}
    </>
  );
}

interface IssueCardProps {
  readonly entry: NewIssue;
  readonly onBooking: (bookingId: string) => void;
  readonly onStall: (stallId: string) => void;
}

/** An issue with its meaning, facts and resolutions. */
function IssueCard({ entry, onBooking, onStall }: IssueCardProps) {
  const { canEdit } = useSession();
  const { bookingId, stallId, applicationId } = entry;
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
        <Facts facts={entry.facts.map(({ label, value }) => [label, value] as const)} minWidth="15rem" />
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
        {stallId !== undefined && (
          <Button size="sm" variant="ghost" onClick={() => onStall(stallId)}>
            <MapIcon aria-hidden />
            <span>{strings.stall(stallId)}</span>
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}

const number = new Intl.NumberFormat("en-IN");

function healthyFacts(healthy: Issues["healthy"]): Fact[] {
  const names = Object.entries(strings.healthy.names) as [keyof Issues["healthy"], string][];
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
