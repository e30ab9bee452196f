import { generatedApi } from "./generated/visitor";

// The server knows a repeated message by its content.
export const { useSubmitCorporateGiftingMutation, useSubmitSupportMutation, useSubmitToBrandMutation } =
  generatedApi.enhanceEndpoints({
    endpoints: {
      submitCorporateGifting: { extraOptions: { repeats: "same" } },
      submitToBrand: { extraOptions: { repeats: "same" } },
      submitSupport: { extraOptions: { repeats: "same" } },
    },
  });
