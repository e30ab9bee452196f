import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useEventPaths } from "../../api/event-facts";
import { apiErrorOf, userMessage } from "../../api/failure";
import { type StallOffer, useAcceptStallOfferMutation, useDeclineStallOfferMutation } from "../../api/mela-api";
import { indianMoment } from "../../shared/refund-label";
import { buttonStack } from "../../ui/card";
import { ConfirmDialog } from "../../ui/dialog";
import { LinkButton } from "../../ui/link-button";
import { rupees } from "../../ui/money";
import { PageBody, PageHeading } from "../../ui/page";
import { SteadyButton } from "../../ui/steady-button";
import { timeLeft, useIsOver } from "./countdown";
import { OfferDetails } from "./offer-details";
import { strings } from "./offer.strings";
import { TimeLeft } from "./time-left";
import type { OfferView } from "./use-offer";

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
export function OpenOffer({ token, offer, check, update }: OpenOfferProps) {
  const { plan } = useEventPaths();
  const { freeStalls, stallType, expiresAt: endsAt } = offer;
  const [choice, setChoice] = useState<string>();
  const [confirming, setConfirming] = useState<Action>();
  const [problem, setProblem] = useState<string>();
  const [accept, { isLoading: accepting }] = useAcceptStallOfferMutation();
  const [decline, { isLoading: declining }] = useDeclineStallOfferMutation();
  const busy = accepting || declining;
  const chosen = choice !== undefined && freeStalls.includes(choice) ? choice : undefined;
  const amount = rupees(offer.amount);

  // At zero, refetch before trusting the local clock.
  const over = useIsOver(endsAt);
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
    // A lost answer: the state that is shown next says what became of it.
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
          <TimeLeft endsAt={endsAt} text={(left) => strings.left(timeLeft(left))} />
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
          <SteadyButton inactive={chosen === undefined} onClick={() => setConfirming("take")}>
            {chosen === undefined ? strings.take : strings.takeOf(chosen)}
          </SteadyButton>
        )}
        <Button variant={freeStalls.length > 0 ? "outline" : "solid"} onClick={() => setConfirming("refund")}>
          {strings.refund}
        </Button>
        <LinkButton to={plan} variant="outline" label={strings.plan} />
      </Flex>
      <OfferDetails offer={offer} />
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
