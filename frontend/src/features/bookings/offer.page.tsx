import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState, useId } from "react";
import { userMessage, apiErrorOf } from "../../api/failure";
import { isRejected } from "../../api/polls";
import {
  type StallOffer,
  useViewStallOfferMutation,
  useAcceptStallOfferMutation,
  useDeclineStallOfferMutation,
} from "../../api/mela-api";
import { chakra, Flex, Text, Box, Button } from "@chakra-ui/react";
import { strings } from "./offer.strings";
import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { useLocation } from "react-router-dom";
import { ConfirmDialog } from "../../ui/dialog";
import { rupees } from "../../ui/money";
import { PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { indianMoment } from "../../ui/refund-label";
import { useSecondsLeft, timeLeft } from "./countdown";
import { Clock3, FileQuestionMark, type LucideIcon, TicketCheck, Undo2 } from "lucide-react";
import { type OrderFact, OrderFacts, OutcomeAwaited, OutcomeFailed, OutcomePage } from "../../ui/outcome";
import { Support } from "../../ui/support";
import { typeName } from "./stall-labels";
import { LinkButton } from "../../ui/link-button";
import { SteadyButton } from "../../ui/steady-button";
import { buttonStack } from "../../ui/card";

/** Polling interval of an open offer, in ms: the free stalls change. */
const POLL_MS = 15_000;

/** State of the offer behind a link. */
interface OfferView {
  /** The latest response. */
  readonly offer: StallOffer | undefined;
  /** Why there is no offer: the link is invalid, or the request failed. */
  readonly problem: "unknown" | "unavailable" | undefined;
  readonly check: () => Promise<void>;
  /** Takes an offer from the response to another request. */
  readonly update: (offer: StallOffer) => void;
}

/** Fetches an offer and polls it while it is open. @param token the link's secret */
function useOffer(token: string): OfferView {
  const [view] = useViewStallOfferMutation();
  const [offer, setOffer] = useState<StallOffer>();
  const [problem, setProblem] = useState<OfferView["problem"]>();

  // Only the response to the latest request counts: a poll slower than the visitor's choice still reports "open".
  const latest = useRef(0);

  const update = useCallback((next: StallOffer) => {
    latest.current += 1;
    setOffer(next);
    setProblem(undefined);
  }, []);
  const check = useCallback(async () => {
    latest.current += 1;
    const request = latest.current;
    const { data, error } = await view({ token });
    if (request !== latest.current) return;
    if (data !== undefined) update(data);
    else setProblem(isRejected(error) ? "unknown" : "unavailable");
  }, [view, token, update]);

  useEffect(() => {
    // Fetched once on mount; the state is set when the response arrives.
    // oxlint-disable-next-line react/set-state-in-effect
    void check();
  }, [check]);
  const open = offer?.state === "open";
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void check(), POLL_MS);
    return () => clearInterval(timer);
  }, [open, check]);
  return { offer, problem, check, update };
}

/** A choice among the free stalls. */
function StallChoice({
  title,
  stalls,
  chosen,
  onChoose,
}: {
  readonly title: string;
  readonly stalls: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (stallId: string) => void;
}) {
  const name = useId();
  return (
    <chakra.fieldset mt="5" minWidth="0">
      <chakra.legend textStyle="h3" mb="1">
        {title}
      </chakra.legend>
      <Text color="muted" mb="3">
        {strings.notKept}
      </Text>
      <Flex gap="2" wrap="wrap">
        {stalls.map((stallId) => (
          <chakra.label
            key={stallId}
            display="inline-flex"
            alignItems="center"
            gap="2"
            minHeight="2.75rem"
            px="4"
            cursor="pointer"
            fontWeight="600"
            bg={stallId === chosen ? "marigold.soft" : "card"}
            borderWidth="2px"
            borderColor={stallId === chosen ? "rani.text" : "line"}
            borderRadius="card"
          >
            <input
              type="radio"
              name={name}
              value={stallId}
              checked={stallId === chosen}
              onChange={() => onChoose(stallId)}
            />
            <span>{stallId}</span>
          </chakra.label>
        ))}
      </Flex>
    </chakra.fieldset>
  );
}

interface OpenOfferProps extends Pick<OfferView, "check" | "update"> {
  readonly token: string;
  readonly offer: StallOffer;
}

/** The action to confirm. */
type Action = "take" | "refund" | undefined;

/** An open offer: choose a stall, or have the money returned. */
function OpenOffer({ token, offer, check, update }: OpenOfferProps) {
  const { freeStalls, stallType, expiresAt: endsAt } = offer;
  const left = useSecondsLeft(endsAt) ?? 0;
  const [choice, setChoice] = useState<string>();
  const [confirming, setConfirming] = useState<Action>();
  const [problem, setProblem] = useState<string>();
  const [accept, { isLoading: accepting }] = useAcceptStallOfferMutation();
  const [decline, { isLoading: declining }] = useDeclineStallOfferMutation();
  const busy = accepting || declining;
  const chosen = choice !== undefined && freeStalls.includes(choice) ? choice : undefined;
  const amount = rupees(offer.amount);

  // At zero, refetch before trusting the local clock.
  const over = left === 0;
  const recheck = useEffectEvent(check);
  useEffect(() => {
    if (over) void recheck();
  }, [over]);

  const onResponse = async ({ data, error }: { data?: StallOffer; error?: unknown }) => {
    setConfirming(undefined);
    if (data !== undefined) {
      update(data);
      return;
    }
    const taken = apiErrorOf(error).code === "offer_stall_taken" && chosen !== undefined;
    setProblem(taken ? strings.gone(chosen) : userMessage(error, strings.noAnswer));
    // Whatever went wrong, show the server's current state.
    await check();
  };
  const take = async () => {
    if (chosen !== undefined) await onResponse(await accept({ token, stallId: chosen }));
  };
  const back = { variant: "outline", stay: strings.back, onStay: () => setConfirming(undefined), busy } as const;

  return (
    <PageBody narrow>
      <PageHeading>{strings.title}</PageHeading>
      <Text textStyle="lead" mt="3">
        {strings.lead(amount, offer.lostStallId)}
      </Text>
      <Text mt="3">{strings.how(stallType)}</Text>
      <Box bg="marigold.soft" borderRadius="card" p="5" mt="5">
        <Text fontWeight="700" fontSize="1.25rem" fontVariantNumeric="tabular-nums">
          {strings.left(timeLeft(left))}
        </Text>
        <Text>{strings.until(indianMoment(endsAt))}</Text>
      </Box>
      <Box role="alert" mt="5" fontWeight="600" color="alarm.text">
        {problem}
      </Box>
      {freeStalls.length === 0 ? (
        <Box role="status" mt="5">
          <chakra.h2 textStyle="h3">{strings.none(stallType)}</chakra.h2>
          <Text mt="2">{strings.noneText}</Text>
        </Box>
      ) : (
        <StallChoice
          title={strings.stalls(stallType)}
          stalls={freeStalls}
          chosen={chosen}
          onChoose={(stallId) => {
            setProblem(undefined);
            setChoice(stallId);
          }}
        />
      )}
      <Flex {...buttonStack} mt="6" mb="8">
        {freeStalls.length > 0 && (
          <SteadyButton off={chosen === undefined} onClick={() => setConfirming("take")}>
            {chosen === undefined ? strings.take : strings.takeOf(chosen)}
          </SteadyButton>
        )}
        <Button variant={freeStalls.length > 0 ? "outline" : "solid"} onClick={() => setConfirming("refund")}>
          {strings.refund}
        </Button>
        <LinkButton to={PATHS.plan} variant="outline" label={strings.plan} />
      </Flex>
      <OfferFacts offer={offer} />
      <ConfirmDialog
        open={confirming === "take" && chosen !== undefined}
        title={strings.sure(chosen ?? "")}
        go={busy ? strings.working : strings.takeOf(chosen ?? "")}
        onGo={() => void take()}
        {...back}
      >
        <Text>{strings.sureText(chosen ?? "", amount)}</Text>
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming === "refund"}
        title={strings.refundSure}
        go={busy ? strings.working : strings.refund}
        onGo={() => void decline({ token }).then(onResponse)}
        {...back}
      >
        <Text>{strings.refundSureText(amount)}</Text>
      </ConfirmDialog>
    </PageBody>
  );
}

/** What was paid, and for what. */
function OfferFacts({ offer }: { readonly offer: StallOffer }) {
  const rows: OrderFact[] = [
    [strings.orderId, offer.orderId],
    [strings.paid, rupees(offer.amount)],
    [strings.lost, offer.lostStallId],
    [strings.type, typeName(offer.stallType)],
  ];
  if (offer.chosenStallId !== undefined) rows.push([strings.chosen, offer.chosenStallId]);
  return <OrderFacts title={strings.order} rows={rows} />;
}

/** An invalid or truncated link. */
function UnknownOffer() {
  return (
    <OutcomePage
      icon={FileQuestionMark}
      tone="open"
      title={strings.unknown}
      text={[strings.unknownText, strings.unknownMore]}
      actions={<Support solid />}
    />
  );
}

/** An offer that was accepted, declined or has ended; each end has its own text. */
function OfferEnded({ offer }: { readonly offer: StallOffer }) {
  const amount = rupees(offer.amount);
  const screen = (icon: LucideIcon, title: string, text: string, ticket?: ReactNode) => (
    <OutcomePage
      icon={icon}
      tone={ticket === undefined ? "open" : "good"}
      title={title}
      text={[text]}
      actions={
        ticket ?? (
          <>
            <LinkButton to={PATHS.plan} label={strings.toPlan} />
            <Support />
          </>
        )
      }
    >
      <OfferFacts offer={offer} />
    </OutcomePage>
  );
  switch (offer.state) {
    case "accepted":
      return screen(
        TicketCheck,
        strings.accepted(offer.chosenStallId ?? ""),
        strings.acceptedText,
        <LinkButton to={orderPath(PATHS.bookingPaid, offer.orderId)} label={strings.ticket} />,
      );
    case "declined":
      return screen(Undo2, strings.declined, strings.declinedText(amount));
    case "withdrawn":
      return screen(Undo2, strings.withdrawn, strings.withdrawnText(amount));
    case "open":
    case "expired":
      return screen(Clock3, strings.expired, strings.expiredText(amount));
  }
}

/**
 * The offer of another stall for late money. The link's secret is in the address's fragment; it is sent only in the bodies
 * of our own requests.
 */
export function OfferPage() {
  const token = useLocation().hash.slice(1);
  return token === "" ? <UnknownOffer /> : <Offer key={token} token={token} />;
}

function Offer({ token }: { readonly token: string }) {
  const { offer, problem, check, update } = useOffer(token);
  useDocumentTitle(strings.title);
  if (problem === "unknown") return <UnknownOffer />;
  if (offer === undefined) {
    if (problem === undefined) return <OutcomeAwaited title={strings.title} text={strings.loading} />;
    return <OutcomeFailed title={strings.title} message={strings.failed} onRetry={() => void check()} />;
  }
  return offer.state === "open" ? (
    <OpenOffer token={token} offer={offer} check={check} update={update} />
  ) : (
    <OfferEnded offer={offer} />
  );
}
