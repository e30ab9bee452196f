import { generatedApi } from "./generated/visitor";

export type {
  BrandPageResponse as OwnPage,
  MyBrandResponse as MyBrand,
  PageProductResponse as OwnProduct,
  PictureResponse as OwnPicture,
} from "./generated/visitor";

/** The owner's page of a brand. A repeated save is recognised by its content. */
export const {
  useOpenMyBrandMutation,
  useOpenMyBrandHereMutation,
  useLazyGetMyBrandQuery,
  useSaveMyBrandMutation,
  useSendMyBrandMutation,
  useWithdrawMyBrandMutation,
  useDiscardMyBrandMutation,
  useCloseMyBrandMutation,
  useRevokeMyBrandLinksMutation,
  useFindMyListingMutation,
} = generatedApi.enhanceEndpoints({
  endpoints: {
    saveMyBrand: { extraOptions: { repeats: "same" } },
    findMyListing: { extraOptions: { repeats: "same" } },
  },
});
