import { generatedApi } from "./generated/whatsapp";

export type { WhatsappChoiceResponse as WhatsappChoice } from "./generated/whatsapp";

/** Messages by WhatsApp, for the person whose number it is; loaded with the box that asks for it. */
export const { useGetWhatsappOfferQuery, useChooseMyBookingWhatsappMutation, useChooseMyBrandWhatsappMutation } =
  generatedApi.enhanceEndpoints({
    endpoints: {
      chooseMyBookingWhatsapp: { extraOptions: { repeats: "same" } },
      chooseMyBrandWhatsapp: { extraOptions: { repeats: "same" } },
    },
  });
