import { Box, Button, Flex, Skeleton, Text } from "@chakra-ui/react";
import { CircleX, WifiOff } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link, Navigate, useSearchParams } from "react-router-dom";
import type { OrderFact } from "../../../ui/order-facts";
import { OrderFacts } from "../../../ui/order-facts";
import { Hidden, PageBody, PageHeading, useDocumentTitle } from "../../../ui/page";
import { listingPaidPath, PATHS } from "../../../ui/paths";
import { strings } from "../join.strings";
import { rememberedOrder } from "../order-memory";
import { hasDraft } from "../wizard/draft";
import { isPaid } from "./paid";
import type { Tries } from "./use-tries";
import { useTries } from "./use-tries";

const texts = strings.failure;

/** Where paying is tried again: the form as it was left, or the reminder's own page. */
function useWayBack(orderId: string | undefined): { to: string; kept: boolean; renew: boolean } {
  const [way] = useState(() => {
    const renew = orderId === undefined ? undefined : rememberedOrder(orderId)?.renew;
    if (renew !== undefined)
      return { to: `${PATHS.join}?${new URLSearchParams({ renew }).toString()}`, kept: false, renew: true };
    const kept = hasDraft();
    return { to: kept ? `${PATHS.join}?step=3` : PATHS.join, kept, renew: false };
  });
  return way;
}

function Outcome({
  orderId,
  title = texts.title,
  text,
  icon = <CircleX size={52} />,
  again,
  children,
}: {
  readonly orderId?: string;
  readonly title?: string;
  /** Instead of the sentence of T-110. */
  readonly text?: string;
  readonly icon?: ReactNode;
  readonly again?: (() => void) | undefined;
  readonly children?: ReactNode;
}) {
  useDocumentTitle(title);
  const { to, kept, renew } = useWayBack(orderId);
  return (
    <PageBody narrow>
      <Box color="rani.text" mb="3" aria-hidden>
        {icon}
      </Box>
      <div role="status">
        <PageHeading>{title}</PageHeading>
        <Text textStyle="lead" mt="3">
          {text ?? (renew ? texts.renewText : texts.text)}
        </Text>
      </div>
      {kept && <Text mt="3">{texts.kept}</Text>}
      <Flex gap="3" wrap="wrap" mt="6" mb="8">
        {again !== undefined && text !== undefined && <Button onClick={again}>{texts.checkAgain}</Button>}
        <Button asChild variant={again !== undefined && text !== undefined ? "outline" : "solid"}>
          <Link to={to}>{texts.tryAgain}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={PATHS.support}>{texts.support}</Link>
        </Button>
      </Flex>
      {children}
    </PageBody>
  );
}

function OrderDetails({ orderId, brand }: { readonly orderId: string; readonly brand: string | undefined }) {
  const rows: OrderFact[] = [[texts.orderId, orderId]];
  if (brand !== undefined) rows.push([texts.brand, brand]);
  return (
    <OrderFacts title={texts.details} rows={rows}>
      <Text textStyle="small" color="muted" mt="4">
        {texts.money}
      </Text>
    </OrderFacts>
  );
}

function Checking() {
  useDocumentTitle(texts.checking);
  return (
    <PageBody narrow>
      <Hidden>
        <span role="status">{texts.checking}</span>
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

function Pending({ again }: { readonly again: Tries["again"] }) {
  return (
    <Box bg="marigold.soft" borderRadius="card" p="5" mb="6">
      <Text fontWeight="600">{texts.pendingTitle}</Text>
      <Text mb="3">{texts.pendingText}</Text>
      <Button variant="outline" onClick={again}>
        {texts.checkAgain}
      </Button>
    </Box>
  );
}

function Checked({ orderId }: { readonly orderId: string }) {
  const { status, unanswered, over, again } = useTries(orderId);
  if (status !== undefined && isPaid(status.status))
    return <Navigate replace to={listingPaidPath(orderId)} />;
  if (!over) return <Checking />;
  const details = <OrderDetails orderId={orderId} brand={status?.brandName} />;
  if (unanswered)
    return (
      <Outcome
        orderId={orderId}
        title={texts.uncheckedTitle}
        text={texts.uncheckedText}
        icon={<WifiOff size={52} />}
        again={again}
      >
        {details}
      </Outcome>
    );
  return (
    <Outcome orderId={orderId}>
      {status?.status === "payment_pending" && <Pending again={again} />}
      {details}
    </Outcome>
  );
}

/** /payment-failure; without an order id nothing is asked (T-110 to T-112, readings 3 and 5). */
export function ListingPaymentFailurePage() {
  const [params] = useSearchParams();
  const orderId = params.get("order_id");
  if (!orderId) return <Outcome />;
  return <Checked key={orderId} orderId={orderId} />;
}
