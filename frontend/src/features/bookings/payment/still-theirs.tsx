import { registerPath } from "@sakhi/domain/site/routes";
import { Button } from "@chakra-ui/react";
import { CircleX, Clock3 } from "lucide-react";
import { Link } from "react-router-dom";
import type { MelaPaymentStatus } from "../../../api/mela-api";
import { useBusy } from "../../../ui/busy";
import { clock, useSecondsLeft } from "../countdown";
import { strings } from "../mela.strings";
import { paymentRequest } from "../register/use-submit";
import { useMyHold } from "../use-my-hold";
import { usePayment } from "../use-payment";
import { OutcomeScreen, SIGN_SIZE, Support, ToPlan } from "./outcome-parts";

const words = strings.outcome;

/** The attempt failed, or none was begun, and the order can still be paid for (architecture 4, step 5). */
export function StillTheirs({ status }: { readonly status: MelaPaymentStatus }) {
  const started = status.outcome?.kind === "failed_attempt";
  const known = useMyHold();
  const left = useSecondsLeft(known.deadline);
  const pay = usePayment();
  const [busy, setBusy] = useBusy(() => void known.ask());
  const same = known.hold?.stallId === status.stallId && (left ?? 0) > 0;
  const payingFor =
    same && known.hold.state === "paying" && known.hold.orderId === status.orderId ? known.hold : undefined;
  const form = same && known.hold.state !== "paying" ? known.hold : undefined;

  const again = async () => {
    if (busy || payingFor === undefined) return;
    setBusy(true);
    const amount = payingFor.finalAmount ?? payingFor.price;
    const { end } = await pay(paymentRequest(status.orderId, amount, payingFor));
    if (end === "left") return;
    await known.ask();
    setBusy(false);
  };
  const action =
    payingFor !== undefined ? (
      <Button disabled={busy} onClick={() => void again()}>
        {busy ? strings.register.processing : strings.payment.continuePaying(payingFor.stallId)}
      </Button>
    ) : form === undefined ? undefined : (
      <Button asChild>
        <Link to={registerPath(form)}>{strings.payment.backToForm(form.stallId)}</Link>
      </Button>
    );
  const title = started ? strings.payment.failureTitle : words.notStartedTitle;
  const here = payingFor !== undefined || form !== undefined;
  return (
    <OutcomeScreen
      status={status}
      icon={started ? <CircleX size={SIGN_SIZE} /> : <Clock3 size={SIGN_SIZE} />}
      tone={started ? "bad" : "open"}
      title={title}
      text={[
        started ? words.attemptFailed : words.notStarted,
        // Nothing is said of the stall before it is known whether this browser holds it.
        ...(here
          ? [words.stillYours(status.stallId, clock(left ?? 0))]
          : known.hold === undefined && !known.failed
            ? []
            : [words.keptElsewhere(status.stallId)]),
      ]}
      actions={
        <>
          {action}
          <ToPlan solid={action === undefined} label={strings.payment.tryAgain} />
          <Support />
        </>
      }
    />
  );
}
