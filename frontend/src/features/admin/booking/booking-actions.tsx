import { Button } from "@chakra-ui/react";
import { ArrowRightLeft, Ban, HandCoins, Languages, PencilLine, ShieldBan, Timer, TimerOff } from "lucide-react";
import { type AdminBooking, type Resolution, useChangeBookingLanguageMutation } from "../../../api/admin-api";
import { Modal } from "../../../ui/dialog";
import { CLOSE } from "../../../ui/leave";
import { ActionButtons, type SubjectProps } from "../parts/action-dialog";
import { LANGUAGE_LABEL, LanguageDialog } from "../parts/language-dialog";
import { useRight } from "../parts/session";
import { actionStrings, networkStrings, strings } from "./booking.strings";
import { MoveSale } from "./move-sale";
import { ReleaseNetwork, unpaidOf } from "./network-release";
import { Cancel, Correct, RefundPart, type RequestProps } from "./sale-dialogs";
import { Extend, Move, Release } from "./stall-dialogs";

/** The language of a booking's mails. */
function BookingLanguage({ subject: { id, stallId, language }, onClose }: SubjectProps<AdminBooking>) {
  const [change] = useChangeBookingLanguageMutation();
  return (
    <LanguageDialog
      whose={stallId}
      language={language}
      change={(changeLanguageDto) => change({ id, changeLanguageDto }).unwrap()}
      onClose={onClose}
    />
  );
}

const ACTIONS = {
  move: { label: actionStrings.move.open, Icon: ArrowRightLeft, Dialog: Move },
  moveSale: { label: actionStrings.move.open, Icon: ArrowRightLeft, Dialog: MoveSale },
  correct: { label: actionStrings.correct.open, Icon: PencilLine, Dialog: Correct },
  extend: { label: actionStrings.extend.open, Icon: Timer, Dialog: Extend },
  release: { label: actionStrings.release.open, Icon: TimerOff, Dialog: Release },
  refundPart: { label: actionStrings.refundPart.open, Icon: HandCoins, Dialog: RefundPart },
  cancel: { label: actionStrings.cancel.open, Icon: Ban, Dialog: Cancel },
  language: { label: LANGUAGE_LABEL, Icon: Languages, Dialog: BookingLanguage },
} as const;

/** Actions available in a booking's state. */
export function actionsFor(state: AdminBooking["state"]): readonly (keyof typeof ACTIONS)[] {
  switch (state) {
    case "held":
      return ["move", "extend", "release"];
    case "registered":
      return ["move", "correct", "extend", "release", "language"];
    case "paying":
      return ["correct", "release", "language"];
    case "sold":
      return ["moveSale", "correct", "language", "refundPart", "cancel"];
    case "released":
    case "blocked":
      return [];
  }
}

/** Forms of a booking that a resolution opens. */
export type BookingForm = Exclude<NonNullable<Resolution["opens"]>, "release">;

/** The form for a payer's request, or a notice if the booking's state no longer allows it. */
export function RequestedAction({ form, ...props }: RequestProps & { readonly form: BookingForm }) {
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

/** Actions that move money. */
const OF_MONEY: readonly (keyof typeof ACTIONS)[] = ["refundPart", "cancel"];

/** The actions on a booking that one's role includes. */
export function BookingActions({ booking }: { readonly booking: AdminBooking }) {
  const changesBookings = useRight("bookings.change");
  const changesMoney = useRight("money.change");
  const blocks = useRight("networks.block");
  const actions = [
    ...actionsFor(booking.state)
      .filter((action) => (OF_MONEY.includes(action) ? changesMoney : changesBookings))
      .map((action) => ACTIONS[action]),
    ...(changesBookings && blocks && booking.networks.some((network) => unpaidOf(network) > 0) ? [NETWORK_ACTION] : []),
  ];
  return actions.length > 0 && <ActionButtons subject={booking} actions={actions} />;
}
