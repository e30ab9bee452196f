import { Box, Button, Flex, Skeleton, Text } from "@chakra-ui/react";
import { CircleX, Clock3, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Navigate, useSearchParams } from "react-router-dom";
import { isFailure } from "../../../api/failure";
import type { MelaPaymentStatus } from "../../../api/mela-api";
import { useGetMelaPaymentStatusQuery } from "../../../api/mela-api";
import { useBusy } from "../../../ui/busy";
import { ROUTES } from "../../../ui/event-facts";
import type { OrderFact } from "../../../ui/order-facts";
import { OrderFacts } from "../../../ui/order-facts";
import { Hidden, PageBody, PageHeading, useDocumentTitle } from "../../../ui/page";
import { clock, useSecondsLeft } from "../countdown";
import { strings } from "../mela.strings";
import { paymentRequest } from "../register/use-submit";
import { registerAddress, successAddress, typeName } from "../stall-words";
import { useMyHold } from "../use-my-hold";
import { usePayment } from "../use-payment";
import { verdictOf } from "./payment-verdict";

interface OutcomeProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** What leads on, before the two that always stand there. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

function Outcome({ icon, title, text, action, children }: OutcomeProps) {
  useDocumentTitle(title);
  return (
    <PageBody narrow>
      <Box color="rani.text" mb="3" aria-hidden>
        {icon}
      </Box>
      <PageHeading>{title}</PageHeading>
      <Text textStyle="lead" mt="3">
        {text}
      </Text>
      <Flex gap="3" wrap="wrap" mt="6" mb="8">
        {action}
        <Button asChild variant={action === undefined ? "solid" : "outline"}>
          <Link to={ROUTES.plan}>{strings.payment.tryAgain}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={ROUTES.support}>{strings.payment.support}</Link>
        </Button>
      </Flex>
      {children}
    </PageBody>
  );
}

function OrderDetails({
  orderId,
  status,
}: {
  readonly orderId: string;
  readonly status: MelaPaymentStatus | undefined;
}) {
  const rows: OrderFact[] = [[strings.payment.orderId, orderId]];
  if (status !== undefined) {
    rows.push(
      [strings.payment.stall, status.stallId],
      [strings.payment.stallType, typeName(status.stallType)],
    );
  }
  return <OrderFacts title={strings.payment.orderDetails} rows={rows} />;
}

/** A failed payment; while the order is still open, the same stall can be paid for again (architecture 4, step 5). */
function Failed({ status }: { readonly status: MelaPaymentStatus }) {
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
  return (
    <Outcome
      icon={<CircleX size={52} />}
      title={strings.payment.failureTitle}
      text={
        payingFor === undefined
          ? strings.payment.notBooked
          : strings.payment.stillYours(payingFor.stallId, clock(left ?? 0))
      }
      action={
        payingFor !== undefined ? (
          <Button disabled={busy} onClick={() => void again()}>
            {busy ? strings.register.processing : strings.payment.continuePaying(payingFor.stallId)}
          </Button>
        ) : form ? (
          <Button asChild>
            <Link to={registerAddress(form)}>{strings.payment.backToForm(form.stallId)}</Link>
          </Button>
        ) : undefined
      }
    >
      <OrderDetails orderId={status.orderId} status={status} />
    </Outcome>
  );
}

function Checking() {
  useDocumentTitle(strings.payment.checking);
  return (
    <PageBody narrow>
      <Hidden>
        <span role="status">{strings.payment.checking}</span>
      </Hidden>
      <div data-testid="payment-skeleton" aria-hidden>
        <Skeleton height="3rem" width="60%" mb="4" />
        <Skeleton height="1.5rem" mb="2" />
        <Skeleton height="1.5rem" width="80%" mb="6" />
        <Skeleton height="9rem" />
      </div>
    </PageBody>
  );
}

function Checked({ orderId }: { readonly orderId: string }) {
  const { data, error, refetch, isFetching } = useGetMelaPaymentStatusQuery(orderId, {
    refetchOnMountOrArgChange: true,
  });
  if (data === undefined) {
    if (isFetching) return <Checking />;
    const refused = isFailure(error) && error.status >= 400 && error.status < 500;
    if (refused) {
      return (
        <Outcome
          icon={<CircleX size={52} />}
          title={strings.payment.failureTitle}
          text={strings.payment.notBooked}
        >
          <OrderDetails orderId={orderId} status={undefined} />
        </Outcome>
      );
    }
    return (
      <Outcome
        icon={<WifiOff size={52} />}
        title={strings.payment.uncheckedTitle}
        text={strings.payment.uncheckedText}
        action={<Button onClick={() => void refetch()}>{strings.payment.checkAgain}</Button>}
      >
        <OrderDetails orderId={orderId} status={undefined} />
      </Outcome>
    );
  }
  switch (verdictOf(data.paymentStatus)) {
    case "successful":
      return <Navigate replace to={successAddress(orderId)} />;
    case "pending":
      return (
        <Outcome
          icon={<Clock3 size={52} />}
          title={strings.payment.pendingTitle}
          text={strings.payment.pendingText}
          action={
            <Button asChild>
              <Link to={successAddress(orderId)}>{strings.payment.checkAgain}</Link>
            </Button>
          }
        >
          <OrderDetails orderId={orderId} status={data} />
        </Outcome>
      );
    case "failed":
    case "unknown":
      return <Failed status={data} />;
  }
}

/** /paid-events/mela/payment-failure; without an order id nothing is asked (readings 7). */
export function PaymentFailurePage() {
  const [params] = useSearchParams();
  const orderId = params.get("order_id");
  if (!orderId) {
    return (
      <Outcome
        icon={<CircleX size={52} />}
        title={strings.payment.failureTitle}
        text={strings.payment.notBooked}
      />
    );
  }
  return <Checked key={orderId} orderId={orderId} />;
}
