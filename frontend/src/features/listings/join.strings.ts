import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/join";
import { FIND } from "../../shared/find";
import { LISTING_FEE } from "../../ui/money";

/** Steps in their order, as the pages show them. */
const steps = (texts: Readonly<Record<string, { readonly title: string; readonly text: string }>>) =>
  Object.values(texts).map(({ title, text }) => [title, text] as const);

/** Texts of a listing's payment: its start, its result pages and the renewal. */
export const strings = {
  ...messages,
  sentTo: { ...messages.sentTo, find: FIND },
  success: {
    ...messages.success,
    text: (brand: string) => messages.success.text({ brand: isolated(brand) }),
    renewedText: (brand: string) => messages.success.renewedText({ brand: isolated(brand) }),
    paid: messages.success.paid({ fee: LISTING_FEE }),
    next: steps(messages.success.next),
    renewedNext: steps(messages.success.renewedNext),
  },
  /** Texts by outcome (domain/src/listings/listing-outcome.ts); never reuse one for another outcome. */
  outcome: {
    ...messages.outcome,
    rejected: (brand: string) => messages.outcome.rejected({ brand: isolated(brand) }),
    withdrawn: (brand: string) => messages.outcome.withdrawn({ brand: isolated(brand) }),
    reachedUs: (amount: string, brand: string) => messages.outcome.reachedUs({ amount, brand: isolated(brand) }),
    liveText: (brand: string) => messages.outcome.liveText({ brand: isolated(brand) }),
    expiredText: (brand: string) => messages.outcome.expiredText({ brand: isolated(brand) }),
  },
  renewal: {
    ...messages.renewal,
    text: (name: string) => messages.renewal.text({ name: isolated(name) }),
    /** After the server's reason, if it gave one. */
    notStarted: (reason: string) => messages.renewal.notStarted({ reason: reason || messages.renewal.notOpened }),
    pay: (amount: string) => messages.renewal.pay({ amount }),
  },
} as const;
