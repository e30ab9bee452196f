import type { WhatsappConsentVersion } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { useGetWhatsappOfferQuery } from "../../api/whatsapp-api";
import { WhatsappTick } from "./whatsapp-tick";

/** {@link WhatsappTick}, if the site offers messages by WhatsApp; otherwise nothing. @param ticked the version that is ticked */
export function OfferedTick({
  ticked,
  onTick,
}: {
  readonly ticked: WhatsappConsentVersion | undefined;
  readonly onTick: (version: WhatsappConsentVersion | undefined) => void;
}) {
  const { data } = useGetWhatsappOfferQuery();
  const version = data?.consent;
  if (version === undefined) return null;
  return (
    <WhatsappTick
      version={version}
      ticked={ticked !== undefined}
      onTick={(isTicked) => onTick(isTicked ? version : undefined)}
    />
  );
}
