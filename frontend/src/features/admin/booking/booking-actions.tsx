import { CancelBookingDto, ExtendHoldDto, MoveBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { REFUND_CHOICES } from "@sakhi/domain/operator/operator.types";
import { ArrowRightLeft, Ban, Timer, TimerOff } from "lucide-react";
import {
  type AdminBooking,
  type PlanStall,
  useCancelBookingMutation,
  useExtendHoldMutation,
  useGetPlanQuery,
  useMoveBookingMutation,
  useReleaseBookingMutation,
} from "../../../api/admin-api";
import { byNumber } from "../../../ui/floor-plan/plan-geometry";
import { rupees } from "../../../ui/money";
import {
  ActionButtons,
  ActionDialog,
  ReasonDialog,
  reasonField,
  type SubjectProps,
} from "../parts/action-dialog";
import { timeOf } from "../parts/labels";
import { actionStrings } from "./booking.strings";

type Props = SubjectProps<AdminBooking>;

/** Where a booking may move: free stalls of its type, at its own price or at what its own stall costs today. */
export function stallsToMoveTo(plan: readonly PlanStall[], booking: AdminBooking): PlanStall[] {
  const own = plan.find(({ stallId }) => stallId === booking.stallId);
  return plan
    .filter(
      ({ state, type, price }) =>
        state === "available" &&
        type === booking.stallType &&
        (price === booking.stallPrice || price === own?.price),
    )
    .toSorted(byNumber);
}

function Move({ subject: booking, onClose }: Props) {
  const [move] = useMoveBookingMutation();
  const { data: plan = [] } = useGetPlanQuery(undefined, { refetchOnMountOrArgChange: true });
  const words = actionStrings.move;
  const free = stallsToMoveTo(plan, booking);
  return (
    <ActionDialog
      title={words.title(booking.stallId)}
      dto={MoveBookingDto}
      initial={{ toStallId: "", reason: "" }}
      fields={() => [
        {
          name: "toStallId",
          label: words.to,
          options: [
            ["", words.choose],
            ...free.map(({ stallId, price }) => [stallId, words.option(stallId, rupees(price))] as const),
          ],
          help: plan.length > 0 && free.length === 0 ? words.none : undefined,
        },
        reasonField(),
      ]}
      consequence={({ toStallId = "" }) => words.consequence(booking.stallId, toStallId)}
      words={words}
      run={async ({ toStallId, reason }) => {
        const moved = await move({ id: booking.id, moveBookingDto: { toStallId, reason } }).unwrap();
        return words.done(moved.movedFrom, moved.stallId);
      }}
      onClose={onClose}
    />
  );
}

function Extend({ subject: booking, onClose }: Props) {
  const [extend] = useExtendHoldMutation();
  const words = actionStrings.extend;
  const until = (minutes: unknown) => {
    const { holdExpiresAt } = booking;
    const more = Number(minutes);
    if (holdExpiresAt === undefined || !Number.isFinite(more) || more <= 0) return undefined;
    return timeOf(Date.parse(holdExpiresAt) + more * 60_000);
  };
  return (
    <ActionDialog
      title={words.title(booking.stallId)}
      dto={ExtendHoldDto}
      initial={{ minutes: 10, reason: "" }}
      fields={() => [
        { name: "minutes", label: words.minutes, help: words.minutesHelp, number: true },
        reasonField(),
      ]}
      consequence={({ minutes }) => words.consequence(booking.stallId, until(minutes))}
      words={words}
      run={async ({ minutes, reason }) => {
        const extended = await extend({ id: booking.id, extendHoldDto: { minutes, reason } }).unwrap();
        return words.done(extended.stallId, timeOf(extended.expiresAt));
      }}
      onClose={onClose}
    />
  );
}

function Release({ subject: booking, onClose }: Props) {
  const [release] = useReleaseBookingMutation();
  const words = actionStrings.release;
  const { stallId } = booking;
  return (
    <ReasonDialog
      title={words.title(stallId)}
      danger
      consequence={booking.state === "paying" ? words.consequencePaying(stallId) : words.consequence(stallId)}
      words={words}
      run={async (reason) => {
        const { outcome } = await release({ id: booking.id, reasonDto: { reason } }).unwrap();
        return outcome === "closing" ? words.closing(stallId) : words.done(stallId);
      }}
      onClose={onClose}
    />
  );
}

function Cancel({ subject: booking, onClose }: Props) {
  const [cancel] = useCancelBookingMutation();
  const words = actionStrings.cancel;
  const { stallId } = booking;
  const paid = booking.netAmount ?? booking.amountDue ?? booking.stallPrice;
  const money = ({ refund = "full", refundAmount }: Partial<CancelBookingDto>) => {
    if (refund !== "partial") return words.money[refund](paid);
    const amount = Number(refundAmount);
    return words.money.partial(Number.isFinite(amount) ? amount : 0, paid);
  };
  return (
    <ActionDialog<CancelBookingDto>
      title={words.title(stallId)}
      danger
      dto={CancelBookingDto}
      initial={{ refund: "full", reason: "" }}
      fields={({ refund }) => [
        {
          name: "refund",
          label: words.refund,
          options: REFUND_CHOICES.map((choice) => [choice, words.choices[choice]] as const),
        },
        ...(refund === "partial"
          ? [{ name: "refundAmount", label: words.amount, number: true } as const]
          : []),
        reasonField(),
      ]}
      consequence={(values) => (
        <>
          {words.consequence(stallId)} {money(values)}
        </>
      )}
      words={words}
      run={async ({ refund, refundAmount, reason }) => {
        const body = { refund, reason, refundAmount: refund === "partial" ? refundAmount : undefined };
        const done = await cancel({ id: booking.id, cancelBookingDto: body }).unwrap();
        return words.done[done.refund](stallId, done.refundAmount);
      }}
      onClose={onClose}
    />
  );
}

const ACTIONS = {
  move: { label: actionStrings.move.open, Icon: ArrowRightLeft, Dialog: Move },
  extend: { label: actionStrings.extend.open, Icon: Timer, Dialog: Extend },
  release: { label: actionStrings.release.open, Icon: TimerOff, Dialog: Release },
  cancel: { label: actionStrings.cancel.open, Icon: Ban, Dialog: Cancel },
} as const;

/** What can be done with a booking as it stands. */
export function actionsFor(state: AdminBooking["state"]): readonly (keyof typeof ACTIONS)[] {
  switch (state) {
    case "held":
    case "registered":
      return ["move", "extend", "release"];
    case "paying":
      return ["release"];
    case "sold":
      return ["move", "cancel"];
    case "released":
    case "blocked":
      return [];
  }
}

/** The operator's actions on a booking; for operators only. */
export function BookingActions({ booking }: { readonly booking: AdminBooking }) {
  const actions = actionsFor(booking.state).map((action) => ACTIONS[action]);
  return <ActionButtons subject={booking} actions={actions} />;
}
