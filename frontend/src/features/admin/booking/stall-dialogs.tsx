import { ExtendHoldDto, MoveBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import {
  type AdminBooking,
  type PlanStall,
  useExtendHoldMutation,
  useGetPlanQuery,
  useMoveBookingMutation,
  useReleaseBookingMutation,
} from "../../../api/admin-api";
import { byNumber } from "../../../shared/floor-plan/plan-geometry";
import { rupees } from "../../../ui/money";
import { ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { AtEvent } from "../parts/chosen-event";
import { timeOf } from "../parts/labels";
import { actionStrings } from "./booking.strings";

type Props = SubjectProps<AdminBooking>;

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

/** Moves a booking to another stall. */
export function Move({ subject: booking, onClose }: Props) {
  const [move] = useMoveBookingMutation();
  const { data: plan, isError } = useGetPlanQuery(booking.event, { refetchOnMountOrArgChange: true });
  const texts = actionStrings.move;
  const free = plan === undefined ? [] : stallsToMoveTo(plan, booking);
  const unread = isError ? texts.failed : texts.loading;
  const none = free.length === 0 ? texts.none : undefined;
  return (
    <ActionDialog
      title={texts.title({ stallId: booking.stallId })}
      lead={<AtEvent event={booking.event} />}
      dto={MoveBookingDto}
      initial={{ toStallId: "", reason: "" }}
      fields={() => [
        {
          name: "toStallId",
          label: texts.to,
          options: [
            ["", texts.choose],
            ...free.map(({ stallId, price }) => [stallId, texts.option({ stallId, price: rupees(price) })] as const),
          ],
          help: plan === undefined ? unread : none,
        },
        reasonField(),
      ]}
      consequence={({ toStallId = "" }) =>
        toStallId === ""
          ? texts.anyStall({ from: booking.stallId })
          : texts.consequence({ from: booking.stallId, to: toStallId })
      }
      texts={texts}
      run={async ({ toStallId, reason }) => {
        const moved = await move({ id: booking.id, moveBookingDto: { toStallId, reason } }).unwrap();
        return texts.done({ from: moved.movedFrom, to: moved.stallId });
      }}
      onClose={onClose}
    />
  );
}

/** Gives a hold more time. */
export function Extend({ subject: booking, onClose }: Props) {
  const [extend] = useExtendHoldMutation();
  const texts = actionStrings.extend;
  const { stallId } = booking;
  const consequence = (minutes: unknown) => {
    const { holdExpiresAt } = booking;
    const more = Number(minutes);
    if (holdExpiresAt === undefined || !Number.isFinite(more) || more <= 0) return texts.longer({ stallId });
    return texts.consequence({ stallId, until: timeOf(Date.parse(holdExpiresAt) + more * 60_000) });
  };
  return (
    <ActionDialog
      title={texts.title({ stallId: booking.stallId })}
      lead={<AtEvent event={booking.event} />}
      dto={ExtendHoldDto}
      initial={{ minutes: 10, reason: "" }}
      fields={() => [{ name: "minutes", label: texts.minutes, help: texts.minutesHelp, number: true }, reasonField()]}
      consequence={({ minutes }) => consequence(minutes)}
      texts={texts}
      run={async ({ minutes, reason }) => {
        const extended = await extend({ id: booking.id, extendHoldDto: { minutes, reason } }).unwrap();
        return texts.done({ stallId: extended.stallId, until: timeOf(extended.expiresAt) });
      }}
      onClose={onClose}
    />
  );
}

/** Releases a hold, or ends a payment. */
export function Release({ subject: booking, onClose }: Props) {
  const [release] = useReleaseBookingMutation();
  const texts = actionStrings.release;
  const { stallId } = booking;
  return (
    <ReasonDialog
      title={texts.title({ stallId })}
      lead={<AtEvent event={booking.event} />}
      danger
      consequence={booking.state === "paying" ? texts.consequencePaying({ stallId }) : texts.consequence({ stallId })}
      texts={texts}
      run={async (reason) => {
        const { outcome } = await release({ id: booking.id, reasonDto: { reason } }).unwrap();
        return outcome === "closing" ? texts.closing({ stallId }) : texts.done({ stallId });
      }}
      onClose={onClose}
    />
  );
}
