import {
  CancelBookingDto,
  ExtendHoldDto,
  MoveBookingDto,
  RefundBookingDto,
} from "@sakhi/domain/operator/booking-actions.dto";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { CorrectRegistrationDto } from "@sakhi/domain/operator/correct-registration.dto";
import { changedFields } from "@sakhi/domain/operator/correction.rules";
import { ArrowRightLeft, Ban, HandCoins, PencilLine, ShieldBan, Timer, TimerOff } from "lucide-react";
import {
  type AdminBooking,
  type NewIssue,
  type PlanStall,
  type Resolution,
  useCancelBookingMutation,
  useCorrectRegistrationMutation,
  useExtendHoldMutation,
  useGetPlanQuery,
  useMoveBookingMutation,
  useRefundBookingMutation,
  useReleaseBookingMutation,
} from "../../../api/admin-api";
import { Modal } from "../../../ui/dialog";
import { byNumber } from "../../../shared/floor-plan/plan-geometry";
import { rupees } from "../../../ui/money";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { CorrectionChanges } from "../parts/correction-changes";
import { timeOf } from "../parts/labels";
import { CLOSE } from "../../../ui/leave";
import { refundFields, refundText } from "../parts/refund-choice";
import { Button, chakra } from "@chakra-ui/react";
import { useState } from "react";
import { actionStrings, networkStrings, strings } from "./booking.strings";
import { ReleaseNetwork, unpaidOf } from "./network-release";

type Props = SubjectProps<AdminBooking>;

/** The payer's request behind an action: performing it resolves the issue and notifies the payer. */
interface RequestProps extends Props {
  readonly request?: (NonNullable<NewIssue["requested"]> & { readonly issueId: string }) | undefined;
}

/** Quotes the payer's request above the form. */
function RequestQuote({ request }: Pick<RequestProps, "request">) {
  if (request === undefined) return null;
  return (
    <chakra.blockquote
      borderInlineStartWidth="4px"
      borderColor="marigold.solid"
      ps="3"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
    >
      <strong>{strings.asked}</strong>
      <span>{` ${request.words}`}</span>
    </chakra.blockquote>
  );
}

/** Stalls a booking may move to: free, of its type, at its own price or its stall's current price. */
export function stallsToMoveTo(plan: readonly PlanStall[], booking: AdminBooking): PlanStall[] {
  const own = plan.find(({ stallId }) => stallId === booking.stallId);
  return plan
    .filter(
      ({ state, type, price }) =>
        state === "available" && type === booking.stallType && (price === booking.stallPrice || price === own?.price),
    )
    .toSorted(byNumber);
}

function Move({ subject: booking, onClose }: Props) {
  const [move] = useMoveBookingMutation();
  const { data: plan = [] } = useGetPlanQuery(undefined, { refetchOnMountOrArgChange: true });
  const texts = actionStrings.move;
  const free = stallsToMoveTo(plan, booking);
  return (
    <ActionDialog
      title={texts.title(booking.stallId)}
      dto={MoveBookingDto}
      initial={{ toStallId: "", reason: "" }}
      fields={() => [
        {
          name: "toStallId",
          label: texts.to,
          options: [
            ["", texts.choose],
            ...free.map(({ stallId, price }) => [stallId, texts.option(stallId, rupees(price))] as const),
          ],
          help: plan.length > 0 && free.length === 0 ? texts.none : undefined,
        },
        reasonField(),
      ]}
      consequence={({ toStallId = "" }) => texts.consequence(booking.stallId, toStallId)}
      texts={texts}
      run={async ({ toStallId, reason }) => {
        const moved = await move({ id: booking.id, moveBookingDto: { toStallId, reason } }).unwrap();
        return texts.done(moved.movedFrom, moved.stallId);
      }}
      onClose={onClose}
    />
  );
}

function Extend({ subject: booking, onClose }: Props) {
  const [extend] = useExtendHoldMutation();
  const texts = actionStrings.extend;
  const until = (minutes: unknown) => {
    const { holdExpiresAt } = booking;
    const more = Number(minutes);
    if (holdExpiresAt === undefined || !Number.isFinite(more) || more <= 0) return undefined;
    return timeOf(Date.parse(holdExpiresAt) + more * 60_000);
  };
  return (
    <ActionDialog
      title={texts.title(booking.stallId)}
      dto={ExtendHoldDto}
      initial={{ minutes: 10, reason: "" }}
      fields={() => [{ name: "minutes", label: texts.minutes, help: texts.minutesHelp, number: true }, reasonField()]}
      consequence={({ minutes }) => texts.consequence(booking.stallId, until(minutes))}
      texts={texts}
      run={async ({ minutes, reason }) => {
        const extended = await extend({ id: booking.id, extendHoldDto: { minutes, reason } }).unwrap();
        return texts.done(extended.stallId, timeOf(extended.expiresAt));
      }}
      onClose={onClose}
    />
  );
}

function Release({ subject: booking, onClose }: Props) {
  const [release] = useReleaseBookingMutation();
  const texts = actionStrings.release;
  const { stallId } = booking;
  return (
    <ReasonDialog
      title={texts.title(stallId)}
      danger
      consequence={booking.state === "paying" ? texts.consequencePaying(stallId) : texts.consequence(stallId)}
      texts={texts}
      run={async (reason) => {
        const { outcome } = await release({ id: booking.id, reasonDto: { reason } }).unwrap();
        return outcome === "closing" ? texts.closing(stallId) : texts.done(stallId);
      }}
      onClose={onClose}
    />
  );
}

const goesBack = ({ refund }: Partial<CancelBookingDto>): boolean => refund === "full" || refund === "partial";

/** Whether the sale was paid to the organizer directly. */
const paidOffline = ({ payments }: AdminBooking): boolean => payments.some(({ offline }) => offline);

function Cancel({ subject: booking, request, onClose }: RequestProps) {
  const [cancel] = useCancelBookingMutation();
  const texts = actionStrings.cancel;
  const { stallId } = booking;
  const paid = booking.netAmount ?? booking.amountDue ?? booking.stallPrice;
  return (
    <ActionDialog<CancelBookingDto>
      title={texts.title(stallId)}
      danger
      dto={CancelBookingDto}
      lead={<RequestQuote request={request} />}
      initial={{ refund: undefined, reason: request === undefined ? "" : texts.asked }}
      fields={(values) => [...refundFields(values), reasonField()]}
      consequence={(values) =>
        [
          texts.consequence(stallId),
          refundText(values, paid),
          ...(goesBack(values) && paidOffline(booking) ? [texts.offline] : []),
          ...(request === undefined ? [] : [strings.answers]),
        ].join(" ")
      }
      texts={texts}
      run={async ({ refund, refundAmount, reason }) => {
        const cancelBookingDto = { refund, reason, refundAmount, issueId: request?.issueId };
        const done = await cancel({ id: booking.id, cancelBookingDto }).unwrap();
        // The server's stall id: another operator may have moved the booking.
        return texts.done[done.refund](done.stallId, done.refundAmount);
      }}
      onClose={onClose}
    />
  );
}

function RefundPart({ subject: booking, onClose }: Props) {
  const [refund] = useRefundBookingMutation();
  const texts = actionStrings.refundPart;
  return (
    <ActionDialog<RefundBookingDto>
      title={texts.title(booking.stallId)}
      danger
      dto={RefundBookingDto}
      initial={{ refundAmount: undefined, reason: "" }}
      fields={() => [
        { name: "refundAmount", label: texts.amount, help: texts.help(booking.netAmount ?? 0), number: true },
        reasonField(),
      ]}
      consequence={() =>
        [texts.consequence(booking.stallId), ...(paidOffline(booking) ? [actionStrings.cancel.offline] : [])].join(" ")
      }
      texts={texts}
      run={async (refundBookingDto) => {
        const done = await refund({ id: booking.id, refundBookingDto }).unwrap();
        return texts.done[done.refund](done.stallId, done.refundAmount);
      }}
      onClose={onClose}
    />
  );
}

/** Form fields of a registration. */
export function registrationFields(labels: Readonly<Record<keyof RegistrationFormDto, string>>) {
  const off = { autoComplete: "off" } as const;
  return [
    { name: "fullName", label: labels.fullName, input: off },
    { name: "businessName", label: labels.businessName, input: off },
    { name: "email", label: labels.email, input: { type: "email", inputMode: "email", ...off } },
    { name: "phoneNumber", label: labels.phoneNumber, input: { type: "tel", inputMode: "tel", ...off } },
    { name: "gstNumber", label: labels.gstNumber, optional: true, input: { autoCapitalize: "characters", ...off } },
    { name: "gstAddress", label: labels.gstAddress, optional: true, input: off },
    { name: "pincode", label: labels.pincode, input: { inputMode: "numeric", ...off } },
  ] as const;
}

function Correct({ subject: booking, request, onClose }: RequestProps) {
  const [correct] = useCorrectRegistrationMutation();
  // The booking when the dialog opened: later changes by others must not be overwritten unseen.
  const [seen] = useState(booking);
  // Prefills the requested details; the changes are shown against the registration.
  const given: Partial<NonNullable<NonNullable<typeof request>["details"]>> = request?.details ?? seen;
  const texts = actionStrings.correct;
  return (
    <ActionDialog<CorrectRegistrationDto>
      title={texts.title(seen.stallId)}
      wide
      lead={<RequestQuote request={request} />}
      dto={CorrectRegistrationDto}
      initial={{
        fullName: given.fullName ?? "",
        businessName: given.businessName ?? "",
        email: given.email ?? "",
        phoneNumber: given.phoneNumber ?? "",
        gstNumber: given.gstNumber,
        gstAddress: given.gstAddress,
        pincode: given.pincode ?? "",
        seenAt: seen.updatedAt,
        reason: request === undefined ? "" : texts.asked,
      }}
      fields={() => [...registrationFields(strings.facts), reasonField()]}
      consequence={(values) => (
        <>
          <CorrectionChanges
            changed={changedFields(seen, values)}
            labels={strings.facts}
            before={seen}
            after={values}
            invoices={seen.invoices}
            mail={texts.mail}
          />
          {request !== undefined && <span>{` ${strings.answers}`}</span>}
        </>
      )}
      texts={texts}
      run={async ({ ...corrected }) => {
        const correctRegistrationDto = { ...corrected, issueId: request?.issueId };
        const done = await correct({ id: seen.id, correctRegistrationDto }).unwrap();
        return done.invoiceNumber === undefined
          ? texts.done(done.stallId)
          : texts.reissued(done.stallId, done.invoiceNumber);
      }}
      onClose={onClose}
    />
  );
}

const ACTIONS = {
  move: { label: actionStrings.move.open, Icon: ArrowRightLeft, Dialog: Move },
  correct: { label: actionStrings.correct.open, Icon: PencilLine, Dialog: Correct },
  extend: { label: actionStrings.extend.open, Icon: Timer, Dialog: Extend },
  release: { label: actionStrings.release.open, Icon: TimerOff, Dialog: Release },
  refundPart: { label: actionStrings.refundPart.open, Icon: HandCoins, Dialog: RefundPart },
  cancel: { label: actionStrings.cancel.open, Icon: Ban, Dialog: Cancel },
} as const;

/** Actions available in a booking's state. */
export function actionsFor(state: AdminBooking["state"]): readonly (keyof typeof ACTIONS)[] {
  switch (state) {
    case "held":
      return ["move", "extend", "release"];
    case "registered":
      return ["move", "correct", "extend", "release"];
    case "paying":
      return ["correct", "release"];
    case "sold":
      return ["move", "correct", "refundPart", "cancel"];
    case "released":
    case "blocked":
      return [];
  }
}

/** The form for a payer's request, or a notice if the booking's state no longer allows it. */
export function RequestedAction({
  form,
  ...props
}: RequestProps & { readonly form: NonNullable<Resolution["opens"]> }) {
  const { subject, onClose } = props;
  if (!actionsFor(subject.state).includes(form)) {
    return (
      <Modal open title={ACTIONS[form].label} onClose={onClose} footer={<Button onClick={onClose}>{CLOSE}</Button>}>
        {strings.notPossible}
      </Modal>
    );
  }
  return form === "cancel" ? <Cancel {...props} /> : <Correct {...props} />;
}

const NETWORK_ACTION = { label: networkStrings.open, Icon: ShieldBan, Dialog: ReleaseNetwork } as const;

/** The operator's actions on a booking; for operators only. */
export function BookingActions({ booking }: { readonly booking: AdminBooking }) {
  const actions = [
    ...actionsFor(booking.state).map((action) => ACTIONS[action]),
    ...(booking.networks.some((network) => unpaidOf(network) > 0) ? [NETWORK_ACTION] : []),
  ];
  return <ActionButtons subject={booking} actions={actions} />;
}
