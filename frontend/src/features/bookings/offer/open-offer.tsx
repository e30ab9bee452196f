import { PATHS } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { personMessage, apiErrorOf } from "../../../api/failure";
import type { StallOffer } from "../../../api/mela-api";
import { useAcceptStallOfferMutation, useDeclineStallOfferMutation } from "../../../api/mela-api";
import { Modal } from "../../../ui/dialog";
import { rupees } from "../../../ui/money";
import { PageBody, PageHeading } from "../../../ui/page";
import { indianMoment } from "../../../ui/refund-label";
import { useSecondsLeft } from "../countdown";
import { OfferFacts } from "./offer-ended";
import { strings } from "./offer.strings";
import { StallChoice } from "./stall-choice";
import { timeLeft } from "./time-left";
import type { KnownOffer, OfferView } from "./use-offer";

interface OpenOfferProps extends Pick<OfferView, "check" | "learn"> {
  readonly token: string;
  readonly known: KnownOffer;
}

/** What is asked before it is done. */
type Asking = "take" | "refund" | undefined;

/** An offer that can be answered: choose a stall, or have the money returned. */
export function OpenOffer({ token, known, check, learn }: OpenOfferProps) {
  const { offer, receivedAt } = known;
  const { freeStalls, stallType, expiresAt: endsAt, serverTime } = offer;
  const left = useSecondsLeft({ endsAt, serverTime, receivedAt }) ?? 0;
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
  const recheck = useRef(check);
  useEffect(() => {
    recheck.current = check;
  }, [check]);
  useEffect(() => {
    if (over) void recheck.current();
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
          <Button disabled={chosen === undefined || busy} onClick={() => setAsking("take")}>
            {chosen === undefined ? strings.take : strings.takeOf(chosen)}
          </Button>
        )}
        <Button
          variant={freeStalls.length > 0 ? "outline" : "solid"}
          disabled={busy}
          onClick={() => setAsking("refund")}
        >
          {strings.refund}
        </Button>
        <Button asChild variant="outline">
          <Link to={PATHS.plan}>{strings.plan}</Link>
        </Button>
      </Flex>
      <OfferFacts offer={offer} />
      <Confirm
        open={asking === "take" && chosen !== undefined}
        title={strings.sure(chosen ?? "")}
        text={strings.sureText(chosen ?? "", amount)}
        label={strings.takeOf(chosen ?? "")}
        busy={busy}
        onConfirm={() => void take()}
        onClose={() => setAsking(undefined)}
      />
      <Confirm
        open={asking === "refund"}
        title={strings.refundSure}
        text={strings.refundSureText(amount)}
        label={strings.refund}
        busy={busy}
        onConfirm={() => void decline({ token }).then(answered)}
        onClose={() => setAsking(undefined)}
      />
    </PageBody>
  );
}

function Confirm(props: {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { open, title, text, label, busy, onConfirm, onClose } = props;
  return (
    <Modal
      open={open}
      role="alertdialog"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            {strings.back}
          </Button>
          <Button disabled={busy} onClick={onConfirm}>
            {busy ? strings.working : label}
          </Button>
        </>
      }
    >
      <Text>{text}</Text>
    </Modal>
  );
}
