import { chakra } from "@chakra-ui/react";
import { WHATSAPP_CONSENTS, type WhatsappConsentVersion } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { tile } from "../../ui/options";

/** The box that agrees to messages by WhatsApp. Never ticked before a person ticks it. */
export function WhatsappTick({
  version,
  ticked,
  inactive = false,
  onTick,
}: {
  readonly version: WhatsappConsentVersion;
  readonly ticked: boolean;
  /** A choice is being saved. */
  readonly inactive?: boolean;
  readonly onTick: (ticked: boolean) => void;
}) {
  return (
    <chakra.label {...tile} mt="5">
      <input
        type="checkbox"
        checked={ticked}
        // Never disabled, which would drop its focus.
        aria-disabled={inactive}
        onChange={(event) => {
          if (!inactive) onTick(event.currentTarget.checked);
        }}
      />
      <span>{WHATSAPP_CONSENTS[version]}</span>
    </chakra.label>
  );
}
