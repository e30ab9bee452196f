import { generatedApi } from "./generated/visitor";

export type {
  BrandPageResponse as OwnPage,
  MailedLinkResponse as MailedLink,
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
  useEndMyBrandLinkMutation,
  useAnswerMyContactsMutation,
  useSetMyProductStateMutation,
  useShowMyStallMutation,
  useGetListingReceiptQuery,
  useCorrectListingEmailMutation,
  useFindMyListingMutation,
} = generatedApi.enhanceEndpoints({
  endpoints: {
    answerMyContacts: { extraOptions: { repeats: "same" } },
    endMyBrandLink: { extraOptions: { repeats: "same" } },
    showMyStall: { extraOptions: { repeats: "same" } },
    setMyProductState: { extraOptions: { repeats: "same" } },
    saveMyBrand: { extraOptions: { repeats: "same" } },
    findMyListing: { extraOptions: { repeats: "same" } },
  },
});
