import { HandCoins } from "lucide-react";
import { useLocation } from "react-router-dom";
import { OutcomeAwaited } from "../../../ui/outcome";
import { PageBody, PageHeading, useDocumentTitle } from "../../../ui/page";
import { FailureState } from "../../../ui/states";
import { OfferEnded, UnknownOffer } from "./offer-ended";
import { OpenOffer } from "./open-offer";
import { strings } from "./offer.strings";
import { useOffer } from "./use-offer";

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
  return known.offer.state === "open" ? (
    <OpenOffer token={token} known={known} check={check} learn={learn} />
  ) : (
    <OfferEnded offer={known.offer} />
  );
}
