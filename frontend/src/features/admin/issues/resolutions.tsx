import { Button } from "@chakra-ui/react";
import { useState } from "react";
import {
  type AdminBooking,
  type NewIssue,
  type Resolution,
  useApplyResolutionMutation,
  useGetAdminBookingQuery,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { useBusy } from "../../../ui/busy";
import { Modal } from "../../../ui/dialog";
import { CLOSE } from "../../../ui/leave";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";
import { type BookingForm, RequestedAction } from "../booking/booking-actions";
import { ConfirmDialog, ReasonDialog } from "../parts/action-dialog";
import { Loaded } from "../parts/panel";
import { UnpaidRelease } from "../plan/unpaid-release";
import { strings } from "./issues.strings";

/** Resolutions that lose something or move money. */
const DANGEROUS: readonly Resolution["action"][] = [
  "refund_in_full",
  "paid_by_hand",
  "confirm_paid_back",
  "release_network",
  "release_visitors",
];

const REPLY_FIELD = { name: "reason", label: strings.answer, help: strings.answerHelp, lines: 2 } as const;

/** Stored with the refund, and shown to the payer. */
const REFERENCE_FIELD = { name: "reason", label: strings.reference, help: strings.referenceHelp } as const;

/** Applies resolutions; `runNow` shows the result in a toast. */
function useResolution(entryId: string) {
  const { showToast } = useToasts();
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
  readonly form: BookingForm;
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

/** The buttons of an issue, with the dialogs that they open. */
export function Resolutions({ entry }: { readonly entry: NewIssue }) {
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
          inactive={running !== undefined}
          onClick={() => {
            const { action, needsReason, opens } = resolution;
            if (needsReason || opens !== undefined || action in strings.consequences) setChosen(resolution);
            else void runNow(action);
          }}
        >
          {running === resolution.action ? strings.pending : resolution.label}
        </SteadyButton>
      ))}
      {chosen?.opens === "release" && entry.event !== undefined && (
        <UnpaidRelease event={entry.event} onClose={close} />
      )}
      {chosen?.opens !== undefined && chosen.opens !== "release" && (
        <RequestForm entry={entry} form={chosen.opens} onClose={close} />
      )}
      {chosen !== undefined && chosen.opens === undefined && (
        <ConfirmResolution entry={entry} resolution={chosen} run={run} onClose={close} />
      )}
    </>
  );
}
