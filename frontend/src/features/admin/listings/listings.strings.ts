import type { ApplicationPageState } from "@sakhi/domain/brands/page-gate.rules";
import { isolated } from "@sakhi/domain/fields/isolation";
import states from "@sakhi/domain/generated/messages/en/admin-listing-states";
import messages from "@sakhi/domain/generated/messages/en/admin-listings";
import {
  type BusinessStage,
  type BusinessType,
  type CompanyType,
  type HeardAboutUs,
  NO_PARTICIPATION,
} from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationEventKind, ApplicationKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { OrderState } from "@sakhi/domain/payments/payment.states";
import { rupees } from "../../../ui/money";
import { humanize } from "../parts/labels";

const { dialog, approve, askForPage, correct, reject, withdraw } = messages;

/** Words for the API's values; one that is not known is shown as it is. */
const wordsOf = <Value extends string>(words: Readonly<Record<Value, string>>) => {
  const known: Readonly<Partial<Record<string, string>>> = words;
  return (value: string): string => known[value] ?? humanize(value);
};

const purposeOf = wordsOf<"first" | "renewal">(messages.purposes);
const orderStateOf = wordsOf<OrderState>(messages.orderStates);

/** Texts of the applications to be listed. */
export const strings = {
  ...messages,
  all: (total: number) => messages.all({ total }),
  none: "–",
  open: (brand: string) => messages.open({ brand: isolated(brand) }),
  kinds: messages.kinds satisfies Record<ApplicationKind, string>,
  states: states satisfies Record<ApplicationState, string>,
  companies: messages.companies satisfies Record<CompanyType, string>,
  stage: wordsOf<BusinessStage>(messages.stages),
  type: wordsOf<BusinessType>(messages.types),
  heard: wordsOf<HeardAboutUs>(messages.heard),
  event: wordsOf<ApplicationEventKind>(messages.events),
  /** Earlier events by their own names. */
  participation: (events: readonly string[]) =>
    events.map((event) => (event === NO_PARTICIPATION ? messages.noParticipation : event)).join(", "),
  dialog: {
    ...dialog,
    sameName: (brand: string) => dialog.sameName({ brand: isolated(brand) }),
    looksLike: (brand: string) => dialog.looksLike({ brand: isolated(brand) }),
    order: (purpose: string, year: number, state: string) =>
      dialog.order({ purpose: purposeOf(purpose), year, state: orderStateOf(state) }),
  },
  approve: {
    ...approve,
    title: (brand: string) => approve.title({ brand: isolated(brand) }),
    join: (brand: string) => approve.join({ brand: isolated(brand) }),
    publishAsHelp: (brand: string) => approve.publishAsHelp({ brand: isolated(brand) }),
    consequence: (name: string) => approve.consequence({ name: isolated(name) }),
    consequenceJoin: (brand: string) => approve.consequenceJoin({ brand: isolated(brand) }),
    looksLike: (brand: string) => approve.looksLike({ brand: isolated(brand) }),
    done: (name: string) => approve.done({ name: isolated(name) }),
  },
  page: { ...messages.page, states: messages.page.states satisfies Record<ApplicationPageState, string> },
  askForPage: {
    ...askForPage,
    title: (brand: string) => askForPage.title({ brand: isolated(brand) }),
    consequence: (lacks: string) => askForPage.consequence({ lacks }),
    asked: (when: string) => askForPage.asked({ when }),
    done: (brand: string) => askForPage.done({ brand: isolated(brand) }),
  },
  correct: {
    ...correct,
    title: (brand: string) => correct.title({ brand: isolated(brand) }),
    done: (brand: string) => correct.done({ brand: isolated(brand) }),
    reissued: (brand: string, invoice: string) => correct.reissued({ brand: isolated(brand), invoice }),
  },
  reject: {
    ...reject,
    title: (brand: string) => reject.title({ brand: isolated(brand) }),
    donePaid: (brand: string) => reject.donePaid({ brand: isolated(brand) }),
    done: (brand: string) => reject.done({ brand: isolated(brand) }),
  },
  withdraw: {
    ...withdraw,
    title: (brand: string) => withdraw.title({ brand: isolated(brand) }),
    done: (brand: string) => withdraw.done({ brand: isolated(brand) }),
    doneRefund: (brand: string, refund: number) =>
      withdraw.doneRefund({ brand: isolated(brand), refund: rupees(refund) }),
  },
} as const;
