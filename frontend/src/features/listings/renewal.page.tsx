import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import { PATHS } from "@sakhi/domain/site/routes";
import { Link2Off } from "lucide-react";
import { useState } from "react";
import { isRejected, userMessage } from "../../api/failure";
import { type RenewalOffer, useGetRenewalQuery, useRenewListingMutation } from "../../api/listing-api";
import { BlockPrintBand } from "../../ui/block-print";
import { useBusy } from "../../ui/busy";
import { card } from "../../ui/card";
import { LinkButton } from "../../ui/link-button";
import { rupees } from "../../ui/money";
import { Kicker } from "../../ui/opening";
import { OutcomeAwaited, OutcomeFailed, OutcomePage } from "../../ui/outcome";
import { PageBody, PageHeading, Spinner } from "../../ui/page";
import { LabelledFact } from "../../ui/sign";
import { Support } from "../../ui/support";
import { useToasts } from "../../ui/toast";
import { strings } from "./join.strings";
import { useListingCheckout, usePaidAlready } from "./use-listing-checkout";

const texts = strings.renewal;

function Invalid() {
  return (
    <OutcomePage
      icon={Link2Off}
      title={texts.invalidTitle}
      text={[texts.invalidText]}
      actions={
        <>
          <Support solid />
          <LinkButton to={PATHS.join} variant="outline" label={texts.listBrand} />
        </>
      }
    />
  );
}

function Offer({ offer, token }: { readonly offer: RenewalOffer; readonly token: string }) {
  const { showToast } = useToasts();
  const [renew] = useRenewListingMutation();
  const checkout = useListingCheckout();
  const paidAlready = usePaidAlready();
  const [busy, once] = useBusy();
  const [openedAt] = useState(() => Date.now());
  // What became of the last try, until the next one.
  const [problem, setProblem] = useState<string>();
  /** @returns true when navigating to the checkout or the receipt */
  const pay = async (): Promise<boolean> => {
    setProblem(undefined);
    try {
      const hasLeft = (await checkout(await renew({ token }).unwrap(), token)) === "left";
      if (!hasLeft) setProblem(texts.notStarted(""));
      return hasLeft;
    } catch (error) {
      if (paidAlready(error, token)) return true;
      const { title, description } = strings.toasts.submissionFailed;
      showToast({ kind: "error", title, description: userMessage(error, description) });
      setProblem(texts.notStarted(userMessage(error, "")));
      return false;
    }
  };
  const over = Date.parse(offer.liveUntil) < openedAt;
  const rows = [
    [texts.brand, offer.brandName],
    [over ? texts.endedOn : texts.liveUntil, formatDay(istDay(new Date(offer.liveUntil)))],
  ] as const;
  return (
    <PageBody narrow>
      <PageHeading>{texts.title}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6" overflowWrap="anywhere">
        {texts.text(offer.fullName)}
      </Text>
      <chakra.section {...card} aria-label={texts.kicker} overflow="hidden" borderRadius="18px">
        <BlockPrintBand />
        <Box p={{ base: "5", md: "8" }}>
          <Kicker>{texts.kicker}</Kicker>
          <chakra.dl display="grid" gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr" }} gap="4" mt="3">
            {rows.map(([name, value]) => (
              <LabelledFact key={name} name={name} fontSize="1.25rem">
                {value}
              </LabelledFact>
            ))}
          </chakra.dl>
          {offer.state === "renewed" ? (
            <Text mt="5" fontWeight="600">
              {texts.renewed}
            </Text>
          ) : (
            <>
              <Box mt="5" pt="5" borderTopWidth="2px" borderTopStyle="dashed">
                <Text textStyle="label" color="muted">
                  {texts.fee}
                </Text>
                <Text textStyle="price" color="indigo.text">
                  {rupees(offer.amount)}
                </Text>
                <Text textStyle="small" color="muted">
                  {texts.gst}
                </Text>
              </Box>
              <Text mt="4">{offer.state === "paying" ? texts.paying : texts.how}</Text>
              {problem !== undefined && (
                <Text mt="4" fontWeight="600" color="alarm.text" overflowWrap="anywhere" data-problem>
                  {problem}
                </Text>
              )}
              <Button
                size="lg"
                width={{ base: "full", sm: "auto" }}
                mt="5"
                aria-disabled={busy}
                onClick={() => void once(pay)}
              >
                {busy && <Spinner />}
                <span>{busy ? texts.processing : texts.pay(rupees(offer.amount))}</span>
              </Button>
            </>
          )}
        </Box>
      </chakra.section>
    </PageBody>
  );
}

/** /join?renew=…: the page of a reminder's link. Opening it does not pay; the button does. */
export function RenewalPage({ token }: { readonly token: string }) {
  const { data, error, isFetching, refetch } = useGetRenewalQuery(token, { refetchOnMountOrArgChange: true });
  if (data !== undefined) return <Offer offer={data} token={token} />;
  if (isFetching) return <OutcomeAwaited title={texts.title} text={texts.loading} />;
  // 429 and server errors are temporary; any other error is about the link.
  if (isRejected(error)) return <Invalid />;
  return <OutcomeFailed title={texts.title} message={texts.failed} onRetry={() => void refetch()} />;
}
