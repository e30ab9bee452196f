import { Button } from "@chakra-ui/react";
import { CancelBookingDto, ExtendHoldDto, MoveBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { REFUND_CHOICES } from "@sakhi/domain/operator/operator.types";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ArrowRightLeft, Ban, type LucideIcon, Timer, TimerOff } from "lucide-react";
import { useState } from "react";
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
import { ActionDialog, reasonField } from "../parts/action-dialog";
import { timeOf } from "../parts/labels";
import { actionStrings } from "./booking.strings";

interface ActionProps {
  readonly booking: AdminBooking;
  readonly onClose: () => void;
}

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

function Move({ booking, onClose }: ActionProps) {
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
          ...(plan.length > 0 && free.length === 0 ? { help: words.none } : {}),
        },
        reasonField(),
      ]}
      consequence={({ toStallId = "" }) => words.consequence(booking.stallId, toStallId)}
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ toStallId, reason }) => {
        const moved = await move({ id: booking.id, moveBookingDto: { toStallId, reason } }).unwrap();
        return words.done(moved.movedFrom, moved.stallId);
      }}
      onClose={onClose}
    />
  );
}

function Extend({ booking, onClose }: ActionProps) {
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
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ minutes, reason }) => {
        const extended = await extend({ id: booking.id, extendHoldDto: { minutes, reason } }).unwrap();
        return words.done(extended.stallId, timeOf(extended.expiresAt));
      }}
      onClose={onClose}
    />
  );
}

function Release({ booking, onClose }: ActionProps) {
  const [release] = useReleaseBookingMutation();
  const words = actionStrings.release;
  const { stallId } = booking;
  return (
    <ActionDialog
      title={words.title(stallId)}
      danger
      dto={ReasonDto}
      initial={{ reason: "" }}
      fields={() => [reasonField()]}
      consequence={() =>
        booking.state === "paying" ? words.consequencePaying(stallId) : words.consequence(stallId)
      }
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ reason }) => {
        const { outcome } = await release({ id: booking.id, reasonDto: { reason } }).unwrap();
        return outcome === "closing" ? words.closing(stallId) : words.done(stallId);
      }}
      onClose={onClose}
    />
  );
}

function Cancel({ booking, onClose }: ActionProps) {
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
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ refund, refundAmount, reason }) => {
        const partial = refund === "partial" && refundAmount !== undefined ? { refundAmount } : {};
        const body = { refund, reason, ...partial };
        const done = await cancel({ id: booking.id, cancelBookingDto: body }).unwrap();
        return words.done[done.refund](stallId, done.refundAmount);
      }}
      onClose={onClose}
    />
  );
}

const ACTIONS = { move: Move, extend: Extend, release: Release, cancel: Cancel } as const;
type Action = keyof typeof ACTIONS;
const ICONS: Readonly<Record<Action, LucideIcon>> = {
  move: ArrowRightLeft,
  extend: Timer,
  release: TimerOff,
  cancel: Ban,
};

/** What can be done with a booking as it stands. */
export function actionsFor(state: AdminBooking["state"]): readonly Action[] {
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
  const [chosen, setChosen] = useState<Action>();
  const Chosen = chosen === undefined ? undefined : ACTIONS[chosen];
  return (
    <>
      {actionsFor(booking.state).map((action) => {
        const Icon = ICONS[action];
        return (
          <Button key={action} variant="outline" onClick={() => setChosen(action)}>
            <Icon aria-hidden />
            {actionStrings[action].open}
          </Button>
        );
      })}
      {Chosen !== undefined && <Chosen booking={booking} onClose={() => setChosen(undefined)} />}
    </>
  );
}
