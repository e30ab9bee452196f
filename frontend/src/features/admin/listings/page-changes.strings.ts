import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-page-changes";

/** Texts of pages that wait for a review. */
export const strings = {
  ...messages,
  open: (name: string) => messages.open({ name: isolated(name) }),
  /** Of a text that can be corrected, for those who do not see where it stands. */
  afterOf: (field: string) => messages.afterOf({ label: field }),
  returnPictures: (count: number) => messages.returnPictures({ count }),
} as const;
