import { Box, chakra, Flex } from "@chakra-ui/react";
import { MoveSaleDto } from "@sakhi/domain/moves/moves.dto";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { Undo2 } from "lucide-react";
import {
  type AdminBooking,
  type StallMoveResponse,
  useAskStallMoveMutation,
  useGetPlanQuery,
  useListStallMovesQuery,
  useQuoteStallMoveQuery,
  useWithdrawStallMoveMutation,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { byNumber } from "../../../shared/floor-plan/plan-geometry";
import { rupees } from "../../../ui/money";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { AtEvent } from "../parts/chosen-event";
import { momentOf } from "../parts/labels";
import { Section } from "../parts/panel";
import { useSession } from "../parts/session";
import { actionStrings, strings } from "./booking.strings";
import { rowStyle } from "./row-style";

const texts = { ...actionStrings.move, ...actionStrings.moveSale };

/** What a move would cost and do, as the server says it now. */
function Consequence(props: {
  readonly booking: AdminBooking;
  readonly toStallId: string;
  readonly isWaived: boolean;
}) {
  const { booking, toStallId, isWaived } = props;
  const { id: bookingId, stallId: from } = booking;
  const { currentData: quote, error } = useQuoteStallMoveQuery(
    { id: bookingId, toStallId },
    { skip: toStallId === "", refetchOnMountOrArgChange: true },
  );
  if (toStallId === "") return <span>{texts.anyStall({ from })}</span>;
  if (error !== undefined) return <span>{userMessage(error, texts.unread)}</span>;
  if (quote === undefined) return <span>{texts.reading}</span>;
  const { toPay, refund, difference, linkHours } = quote;
  if (isWaived && difference !== 0)
    return <span>{texts.waived({ from, difference: rupees(Math.abs(difference)) })}</span>;
  if (toPay > 0) return <span>{texts.dearer({ from, to: toStallId, toPay: rupees(toPay), hours: linkHours })}</span>;
  return <span>{refund > 0 ? texts.cheaper({ from, refund: rupees(refund) }) : texts.same({ from })}</span>;
}

/** Moves a sold booking to any free stall of its event, with the difference in price. */
export function MoveSale({ subject: booking, onClose }: SubjectProps<AdminBooking>) {
  const [ask] = useAskStallMoveMutation();
  const { data: plan, isError } = useGetPlanQuery(booking.event, { refetchOnMountOrArgChange: true });
  const free = (plan ?? []).filter(({ state }) => state === "available").toSorted(byNumber);
  const unread = isError ? texts.failed : texts.loading;
  return (
    <ActionDialog
      title={texts.title({ stallId: booking.stallId })}
      lead={<AtEvent event={booking.event} />}
      dto={MoveSaleDto}
      initial={{ toStallId: "", waived: false, reason: "" }}
      fields={() => [
        {
          name: "toStallId",
          label: texts.to,
          options: [
            ["", texts.choose],
            ...free.map(
              ({ stallId, type, price }) =>
                [stallId, texts.option({ stallId, type: stallTypeLabel(type), price: rupees(price) })] as const,
            ),
          ],
          help: plan === undefined ? unread : free.length === 0 ? texts.none : undefined,
        },
        {
          name: "waived",
          label: texts.money,
          flag: true,
          options: [
            ["false", texts.ask],
            ["true", texts.waive],
          ],
        },
        reasonField(),
      ]}
      consequence={({ toStallId = "", waived }) => (
        <Consequence booking={booking} toStallId={toStallId} isWaived={String(waived) === "true"} />
      )}
      texts={texts}
      run={async ({ toStallId, waived, reason }) => {
        const moved = await ask({
          id: booking.id,
          moveSaleDto: { toStallId, reason, ...(waived === true ? { waived } : {}) },
        }).unwrap();
        return moved.state === "moved"
          ? texts.done({ from: moved.fromStallId, to: moved.toStallId })
          : texts.asked({ to: moved.toStallId, toPay: rupees(moved.toPay) });
      }}
      onClose={onClose}
    />
  );
}

/** A move with the booking that it is of. */
interface MoveOf {
  readonly booking: AdminBooking;
  readonly move: StallMoveResponse;
}

function WithdrawMove({ subject: { booking, move }, onClose }: SubjectProps<MoveOf>) {
  const [withdraw] = useWithdrawStallMoveMutation();
  const { withdrawMove } = actionStrings;
  return (
    <ReasonDialog
      danger
      title={withdrawMove.title({ to: move.toStallId })}
      consequence={withdrawMove.consequence({ from: move.fromStallId, to: move.toStallId })}
      texts={withdrawMove}
      run={async (reason) => {
        await withdraw({ id: booking.id, moveId: move.id, reasonDto: { reason } }).unwrap();
        return withdrawMove.done({ to: move.toStallId });
      }}
      onClose={onClose}
    />
  );
}

const WITHDRAW = { label: actionStrings.withdrawMove.button, Icon: Undo2, Dialog: WithdrawMove } as const;

/** The moves of a sold booking with what each cost; one that waits for its money can be withdrawn. */
export function StallMoves({ booking }: { readonly booking: AdminBooking }) {
  const { canEdit } = useSession();
  const { currentData } = useListStallMovesQuery(booking.id);
  if (currentData === undefined || currentData.moves.length === 0) return null;
  return (
    <Section title={strings.sections.moves}>
      <chakra.ul>
        {currentData.moves.toReversed().map((move) => (
          <chakra.li key={move.id} css={rowStyle}>
            <Box textStyle="small" minWidth="0">
              <strong>
                {strings.moves.line({
                  from: move.fromStallId,
                  to: move.toStallId,
                  state: strings.moves.states[move.state],
                })}
              </strong>
              <Box color="muted">
                {[
                  momentOf(move.endedAt ?? move.askedAt),
                  strings.moves.askers[move.askedBy],
                  ...(move.toPay > 0 ? [strings.moves.toPay({ amount: rupees(move.toPay) })] : []),
                  ...(move.refund > 0 ? [strings.moves.refund({ amount: rupees(move.refund) })] : []),
                  ...(move.state === "asked" && move.until !== undefined
                    ? [strings.moves.until({ moment: momentOf(move.until) })]
                    : []),
                ].join(" · ")}
              </Box>
            </Box>
            {canEdit && move.state === "asked" && (
              <Flex>
                <ActionButtons size="sm" subject={{ booking, move }} actions={[WITHDRAW]} />
              </Flex>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
    </Section>
  );
}
