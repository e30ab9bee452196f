import messages from "../generated/messages/en/whatsapp-consent.js";

/**
 * The sentences that were ticked, by version, newest last. What was ticked is stored as it stood. A changed sentence is a new
 * version; older ones stay valid for pages that were opened with them.
 */
export const WHATSAPP_CONSENTS = { "2026-11-29": messages.firstSentence } as const;
export type WhatsappConsentVersion = keyof typeof WHATSAPP_CONSENTS;

export const WHATSAPP_CONSENT_VERSIONS = Object.keys(WHATSAPP_CONSENTS) as WhatsappConsentVersion[];

/** The version that is offered now. */
export const WHATSAPP_CONSENT: WhatsappConsentVersion = "2026-11-29";

/** Where a consent was given. */
export const WHATSAPP_CONSENT_PLACES = ["registration", "application", "my_booking", "my_brand"] as const;
export type WhatsappConsentPlace = (typeof WHATSAPP_CONSENT_PLACES)[number];

/**
 * How a consent ended: a person took it back on her page, registered again without the tick, has another number now, wrote a
 * stop word, or was erased.
 */
export const WHATSAPP_CONSENT_ENDS = ["page", "form", "number", "stop_word", "erased"] as const;
export type WhatsappConsentEnd = (typeof WHATSAPP_CONSENT_ENDS)[number];
