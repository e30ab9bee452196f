import { generatedApi } from "./generated/whatsapp";

export type { WhatsappChoiceResponse as WhatsappChoice } from "./generated/whatsapp";

/** How a person is reached, as she chooses on her own page: messages by WhatsApp, and the language; loaded with the box that asks for it. */
export const {
  useGetWhatsappOfferQuery,
  useChooseMyBookingWhatsappMutation,
  useChooseMyBrandWhatsappMutation,
  useChooseMyBookingLanguageMutation,
  useChooseMyBrandLanguageMutation,
  useChooseWaitingLanguageMutation,
} = generatedApi.enhanceEndpoints({
  endpoints: {
    chooseMyBookingWhatsapp: { extraOptions: { repeats: "same" } },
    chooseMyBrandWhatsapp: { extraOptions: { repeats: "same" } },
    chooseMyBookingLanguage: { extraOptions: { repeats: "same" } },
    chooseMyBrandLanguage: { extraOptions: { repeats: "same" } },
    chooseWaitingLanguage: { extraOptions: { repeats: "same" } },
  },
});
