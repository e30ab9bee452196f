import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState, useId } from "react";
import { isFailure, personMessage, apiErrorOf } from "../../api/failure";
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
import { Question } from "../../ui/dialog";
import { rupees } from "../../ui/money";
import { PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { indianMoment } from "../../ui/refund-label";
import { useSecondsLeft, timeLeft } from "./countdown";
import { Clock3, FileQuestionMark, HandCoins, type LucideIcon, TicketCheck, Undo2 } from "lucide-react";
import { type OrderFact, OrderFacts, OutcomeAwaited, OutcomePage } from "../../ui/outcome";
import { Support } from "../../ui/support";
import { typeName } from "./stall-labels";
import { FailureState } from "../../ui/states";
import { LinkButton } from "../../ui/link-button";
import { SteadyButton } from "../../ui/steady-button";

/** How often an open offer is looked at again, in ms: stalls come and go. */
const CHECK_MS = 15_000;

/** What is known of the offer behind a link. */
interface OfferView {
  /** As it was last answered. */
  readonly known: StallOffer | undefined;
  /** Why nothing is known: the link is not ours, or nobody answered. */
  readonly problem: "unknown" | "unanswered" | undefined;
  readonly check: () => Promise<void>;
  /** An answer that came otherwise. */
  readonly learn: (offer: StallOffer) => void;
}

/** Looks at an offer now and then while it is open. @param token the secret of the link */
function useOffer(token: string): OfferView {
  const [ask] = useViewStallOfferMutation();
  const [known, setKnown] = useState<StallOffer>();
  const [problem, setProblem] = useState<OfferView["problem"]>();

  // Only the newest answer counts: a look that was slower than the choice still calls the offer open.
  const asked = useRef(0);

  const learn = useCallback((offer: StallOffer) => {
    asked.current += 1;
    setKnown(offer);
    setProblem(undefined);
  }, []);
  const check = useCallback(async () => {
    asked.current += 1;
    const question = asked.current;
    const { data, error } = await ask({ token });
    if (question !== asked.current) return;
    if (data !== undefined) learn(data);
    else setProblem(isFailure(error) && [400, 404].includes(error.status) ? "unknown" : "unanswered");
  }, [ask, token, learn]);

  useEffect(() => {
    // Asked once at first; what it learns is set when the answer has come.
    // oxlint-disable-next-line react/set-state-in-effect
    void check();
  }, [check]);
  const open = known?.state === "open";
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }, [open, check]);
  return { known, problem, check, learn };
}

/** One stall out of those that are free now. */
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
            {stallId}
          </chakra.label>
        ))}
      </Flex>
    </chakra.fieldset>
  );
}

interface OpenOfferProps extends Pick<OfferView, "check" | "learn"> {
  readonly token: string;
  readonly known: StallOffer;
}

/** What is asked before it is done. */
type Asking = "take" | "refund" | undefined;

/** An offer that can be answered: choose a stall, or have the money returned. */
function OpenOffer({ token, known: offer, check, learn }: OpenOfferProps) {
  const { freeStalls, stallType, expiresAt: endsAt } = offer;
  const left = useSecondsLeft(endsAt) ?? 0;
  const [choice, setChoice] = useState<string>();
  const [asking, setAsking] = useState<Asking>();
  const [problem, setProblem] = useState<string>();
  const [accept, { isLoading: accepting }] = useAcceptStallOfferMutation();
  const [decline, { isLoading: declining }] = useDeclineStallOfferMutation();
  const busy = accepting || declining;
  const chosen = choice !== undefined && freeStalls.includes(choice) ? choice : undefined;
  const amount = rupees(offer.amount);

  // At zero the server is asked before our own clock is believed.
  const over = left === 0;
  const recheck = useEffectEvent(check);
  useEffect(() => {
    if (over) void recheck();
  }, [over]);

  const answered = async ({ data, error }: { data?: StallOffer; error?: unknown }) => {
    setAsking(undefined);
    if (data !== undefined) {
      learn(data);
      return;
    }
    const taken = apiErrorOf(error).code === "offer_stall_taken" && chosen !== undefined;
    setProblem(taken ? strings.gone(chosen) : personMessage(error, strings.noAnswer));
    // Whatever went wrong: how it stands is the server's to say.
    await check();
  };
  const take = async () => {
    if (chosen !== undefined) await answered(await accept({ token, stallId: chosen }));
  };
  const back = { variant: "outline", stay: strings.back, onStay: () => setAsking(undefined), busy } as const;

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
      <Flex gap="3" wrap="wrap" mt="6" mb="8">
        {freeStalls.length > 0 && (
          <SteadyButton off={chosen === undefined} onClick={() => setAsking("take")}>
            {chosen === undefined ? strings.take : strings.takeOf(chosen)}
          </SteadyButton>
        )}
        <Button variant={freeStalls.length > 0 ? "outline" : "solid"} onClick={() => setAsking("refund")}>
          {strings.refund}
        </Button>
        <LinkButton to={PATHS.plan} variant="outline" label={strings.plan} />
      </Flex>
      <OfferFacts offer={offer} />
      <Question
        open={asking === "take" && chosen !== undefined}
        title={strings.sure(chosen ?? "")}
        go={busy ? strings.working : strings.takeOf(chosen ?? "")}
        onGo={() => void take()}
        {...back}
      >
        <Text>{strings.sureText(chosen ?? "", amount)}</Text>
      </Question>
      <Question
        open={asking === "refund"}
        title={strings.refundSure}
        go={busy ? strings.working : strings.refund}
        onGo={() => void decline({ token }).then(answered)}
        {...back}
      >
        <Text>{strings.refundSureText(amount)}</Text>
      </Question>
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

/** A link that is not one of ours, or not all of it. */
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

/** An offer that was answered or has ended; each end in its own words. */
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
 * Another stall for money that came late. The link's secret is the address's fragment: it is sent to nobody but in
 * the body of our own calls.
 */
export function OfferPage() {
  const token = useLocation().hash.slice(1);
  return token === "" ? <UnknownOffer /> : <Offer key={token} token={token} />;
}

function Offer({ token }: { readonly token: string }) {
  const { known, problem, check, learn } = useOffer(token);
  useDocumentTitle(strings.title);
  if (problem === "unknown") return <UnknownOffer />;
  if (known === undefined) {
    if (problem === undefined) return <OutcomeAwaited title={strings.title} text={strings.loading} />;
    return (
      <PageBody narrow>
        <HandCoins size={52} aria-hidden />
        <PageHeading>{strings.title}</PageHeading>
        <FailureState message={strings.failed} onRetry={() => void check()} />
      </PageBody>
    );
  }
  return known.state === "open" ? (
    <OpenOffer token={token} known={known} check={check} learn={learn} />
  ) : (
    <OfferEnded offer={known} />
  );
}
