import { IsIn, IsOptional } from "class-validator";
import { WHATSAPP_CONSENT_VERSIONS, type WhatsappConsentVersion } from "./whatsapp-consent.js";

/** A ticked box for messages by WhatsApp: the version of its sentence. Optional: clients of the specification have none. */
export const whatsappTick = (target: object, property: string): void => {
  IsIn(WHATSAPP_CONSENT_VERSIONS, { message: "Please tick the box for WhatsApp again: its sentence has changed" })(
    target,
    property,
  );
  IsOptional()(target, property);
};

/** POST …/whatsapp of My booking and My brand: a consent, or without one its end. */
export class WhatsappChoiceDto {
  /** The version of the sentence that was accepted; absent to end the messages. */
  @whatsappTick
  whatsappConsent?: WhatsappConsentVersion;
}
