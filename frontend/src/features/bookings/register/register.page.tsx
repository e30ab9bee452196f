import { PATHS, orderPath, registerPath } from "@sakhi/domain/site/routes";
import { Box, Button, Skeleton, Text } from "@chakra-ui/react";
import { useCallback, useEffect, useRef } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { BackLink, Hidden, PageBody, PageHeading, useDocumentTitle } from "../../../ui/page";
import { showToast } from "../../../ui/toast";
import { strings } from "../mela.strings";
import { openedOrderFor } from "../order-memory";
import { useMyHold } from "../use-my-hold";
import { RegistrationScreen } from "./registration-screen";

function InvalidRequest() {
  useDocumentTitle(strings.register.invalidTitle);
  return (
    <PageBody narrow>
      <PageHeading>{strings.register.invalidTitle}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6">
        {strings.register.invalidText}
      </Text>
      <Button asChild>
        <Link to={PATHS.plan}>{strings.register.invalidButton}</Link>
      </Button>
    </PageBody>
  );
}

function Waiting() {
  return (
    <>
      <Hidden>
        <span role="status">{strings.register.loading}</span>
      </Hidden>
      <Skeleton height="5rem" mb="6" />
      <Skeleton height="24rem" />
    </>
  );
}

function Unread({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Box
      role="alert"
      bg="card"
      borderRadius="card"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="edge"
      p="6"
      maxWidth="text"
    >
      <Text textStyle="h3">{strings.register.unreadTitle}</Text>
      <Text mt="2" mb="5">
        {strings.register.unreadText}
      </Text>
      <Button onClick={onRetry}>{strings.register.retry}</Button>
    </Box>
  );
}

/** The registration for the stall in the address, as far as the server says that it is held. */
function Reserved({ asked }: { readonly asked: { stallId: string; type: string; price: string } }) {
  useDocumentTitle(strings.register.title);
  const navigate = useNavigate();
  const known = useMyHold();
  const { hold, deadline, fresh, failed, ask } = known;
  // An answer from before this screen may speak of the stall that was given up for this one.
  const usable = fresh || hold?.stallId === asked.stallId;
  const leaving = useRef(false);
  const markLeaving = useCallback(() => {
    leaving.current = true;
  }, []);

  // A payment that ended makes a paying hold vanish, also for who comes back by the browser's button; how it ended is
  // the result page's to tell.
  const paidFor = useRef<string>(undefined);
  const payingOrder = hold?.state === "paying" ? hold.orderId : undefined;
  useEffect(() => {
    if (payingOrder !== undefined) paidFor.current = payingOrder;
  }, [payingOrder]);

  const gone = usable && hold === null;
  useEffect(() => {
    if (!gone || leaving.current) return;
    leaving.current = true;
    const order = paidFor.current ?? openedOrderFor(asked.stallId);
    if (order !== undefined) {
      void navigate(orderPath(PATHS.bookingPaid, order), { replace: true });
      return;
    }
    showToast({ kind: "error", ...strings.toasts.expired });
    void navigate(PATHS.plan, { replace: true });
  }, [gone, navigate, asked.stallId]);

  // The server's stall, type and price are shown, whatever the address says.
  const right = hold === null || hold === undefined || !fresh ? undefined : registerPath(hold);
  const differs =
    hold !== null &&
    hold !== undefined &&
    (hold.stallId !== asked.stallId || hold.type !== asked.type || String(hold.price) !== asked.price);
  const other = hold?.stallId === asked.stallId ? undefined : hold?.stallId;
  useEffect(() => {
    if (right === undefined || !differs || leaving.current) return;
    if (other !== undefined) showToast({ kind: "info", ...strings.toasts.otherStall(other) });
    void navigate(right, { replace: true });
  }, [right, differs, other, navigate]);

  if (usable && hold !== null && hold !== undefined && deadline !== undefined) {
    return (
      <RegistrationScreen
        key={hold.stallId}
        hold={hold}
        deadline={deadline}
        ask={ask}
        onLeaving={markLeaving}
      />
    );
  }
  return failed ? <Unread onRetry={() => void ask()} /> : <Waiting />;
}

/** /paid-events/mela/register: needs stallId, type and price in the address (T-159). */
export function RegisterPage() {
  const [params] = useSearchParams();
  const stallId = params.get("stallId");
  const type = params.get("type");
  const price = params.get("price");
  if (!stallId || !type || !price) return <InvalidRequest />;
  return (
    <PageBody>
      <BackLink to={PATHS.plan}>{strings.register.back}</BackLink>
      <PageHeading>{strings.register.title}</PageHeading>
      <Box mt="4">
        <Reserved asked={{ stallId, type, price }} />
      </Box>
    </PageBody>
  );
}
