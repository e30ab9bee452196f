import { generatedApi } from "./generated/visitor";

// The server knows a repeated message by its content.
export const { useSubmitCorporateGiftingMutation, useSubmitSupportMutation } = generatedApi.enhanceEndpoints({
  endpoints: {
    submitCorporateGifting: { extraOptions: { repeats: "same" } },
    submitSupport: { extraOptions: { repeats: "same" } },
  },
});
