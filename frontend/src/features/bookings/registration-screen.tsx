import { Box, chakra, Grid } from "@chakra-ui/react";
import { EmailDoubtDialog } from "../../shared/email-doubt";
import { ConfirmDialog } from "../../ui/dialog";
import { OfflineNotice } from "../../ui/online";
import { NextSteps } from "./before-paying";
import { clock, useIsOver, useSecondsLeft } from "./countdown";
import { isTouched } from "./draft";
import { HoldStrip } from "./hold-strip";
import { strings } from "./mela.strings";
import { Details, paper, ToPay } from "./registration-parts";
import { idsOf } from "./stall-labels";
import { type HoldProps, shownPrice, useEnds, usePolicies, useSending, useTyped } from "./use-registration";

interface ScreenProps extends HoldProps {
  /** Called when the visitor leaves; the page then ignores that the hold disappears. */
  readonly onLeaving: () => void;
}

/** What holds while the browser is offline, with the time left. */
function Offline({ hold, endsAt }: HoldProps) {
  const text = strings.register[hold.state === "paying" ? "offlinePaying" : "offline"];
  return <OfflineNotice text={text(clock(useSecondsLeft(endsAt) ?? 0))} />;
}

/** Countdown, form, coupon, price and payment of the held stall. */
export function RegistrationScreen(props: ScreenProps) {
  const { hold, endsAt, onLeaving } = props;
  const typed = useTyped(hold);
  const policies = usePolicies();
  const shown = shownPrice(hold, typed.coupon);
  const sending = useSending(props, typed, policies, shown.total);
  const leaving = useEnds(props, useIsOver(endsAt), sending.busy, onLeaving);
  const { form, coupon, answers } = typed;
  return (
    <>
      <chakra.form noValidate onSubmit={sending.submit}>
        <HoldStrip hold={hold} endsAt={endsAt} total={shown.total} />
        <Offline {...props} />
        <Grid
          templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 24rem" }}
          templateRows={{ lg: "auto 1fr" }}
          gap={{ base: "6", lg: "8" }}
          alignItems="start"
        >
          <Details hold={hold} typed={typed} total={shown.total} sending={sending} />
          <ToPay {...{ hold, typed, policies, shown, sending, endsAt, refresh: props.refresh }} />
          <Box {...paper}>
            <NextSteps stallId={idsOf(hold)} />
          </Box>
        </Grid>
      </chakra.form>
      <EmailDoubtDialog doubt={sending.doubt} text={strings.emailDoubt} onDecided={sending.submitAgain} />
      <ConfirmDialog
        open={leaving.confirming}
        title={strings.register.leaveTitle(idsOf(hold))}
        stay={strings.register.stay}
        go={strings.register.leave}
        onStay={leaving.stay}
        onGo={leaving.leave}
      >
        {isTouched({ values: form.getValues(), coupon: coupon.code, answers: answers.values })
          ? strings.register.leaveText
          : strings.register.leaveUntouched}
      </ConfirmDialog>
    </>
  );
}
