import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/wizard";
import type {
  BusinessStage,
  BusinessType,
  CompanyType,
  HeardAboutUs,
  YesNo,
} from "@sakhi/domain/listings/listing-application.choices";
import { LISTING_FEE, rupees } from "../../ui/money";
import type { WizardField } from "./application-form";

const toast = (title: string, description: string) => ({ title, description });
type TitleAndText = readonly [string, string];
const pair = ({ title, text }: { readonly title: string; readonly text: string }): TitleAndText => [title, text];

/** The three ways to be listed. */
export const PAYMENT_CHOICES = ["paid", "free", "mela_free"] as const;
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number];

const { companyTypes, choice, notSubmitted, toasts, confirm, aside } = messages;
const { free, mela_free: melaFree } = choice.options;
const notSent = (reason: string) => notSubmitted.free({ reason: reason || notSubmitted.freeReason });
/** As many names of missing fields as a line shows. */
const MISSING_SHOWN = 3;
const STORY_LEAST = 50;

/** All texts of the wizard. Texts given by the specification are verbatim (2-transactions.md, sections 5 and 8). */
export const strings = {
  ...messages,
  emailDoubt: (email: string) => messages.emailDoubt({ email }),
  step: (number: number, total: number) => messages.step({ number, total }),
  back: (step: string) => messages.back({ step }),
  fields: messages.fields satisfies Record<WizardField, string>,
  help: messages.help satisfies Partial<Record<WizardField, string>>,
  storyCount: (length: number) =>
    length < STORY_LEAST ? messages.storyTooShort({ length, least: STORY_LEAST }) : messages.storyCount({ length }),
  companyTypes: {
    product: pair(companyTypes.product),
    service: pair(companyTypes.service),
    ngo: pair(companyTypes.ngo),
  } satisfies Record<CompanyType, TitleAndText>,
  stages: messages.stages satisfies Record<BusinessStage, string>,
  types: messages.types satisfies Record<BusinessType, string>,
  heard: messages.heard satisfies Record<HeardAboutUs, string>,
  yesNo: messages.yesNo satisfies Record<YesNo, string>,
  missing: (names: readonly string[]) => {
    const fields = names.slice(0, MISSING_SHOWN).join(", ");
    const count = names.length - MISSING_SHOWN;
    return count > 0 ? messages.missingMore({ fields, count }) : messages.missing({ fields });
  },
  choice: {
    ...choice,
    fee: LISTING_FEE,
    nothing: rupees(0),
    options: {
      paid: { ...choice.options.paid, price: choice.options.paid.price({ fee: LISTING_FEE }) },
      free,
      mela_free: { ...melaFree, price: melaFree.price({ fee: LISTING_FEE }) },
    } satisfies Record<PaymentChoice, { name: string; price: string; text: string }>,
    verified: (phone: string) => choice.verified({ phone }),
  },
  submit: { ...messages.submit, paid: messages.submit.paid({ fee: LISTING_FEE }) } satisfies Record<
    PaymentChoice,
    string
  >,
  /** Beside the button, after the server's reason if it gave one. */
  notSubmitted: {
    paid: (reason: string) => notSubmitted.paid({ reason: reason || notSubmitted.paidReason }),
    free: notSent,
    mela_free: notSent,
  } satisfies Record<PaymentChoice, (reason: string) => string>,
  toasts: {
    ...toasts,
    verificationFailed: (description: string) => toast(toasts.verificationFailedTitle, description),
    submissionFailed: (description: string) => toast(toasts.submissionFailedTitle, description),
    failed: toasts.failed satisfies Record<PaymentChoice, string>,
  },
  confirm: {
    ...confirm,
    free: { ...confirm.free, text: (brand: string) => confirm.free.text({ brand: isolated(brand) }) },
    mela_free: { ...confirm.mela_free, text: (brand: string) => confirm.mela_free.text({ brand: isolated(brand) }) },
    /** A claim from a browser that does not hold the booking. */
    waiting: { ...confirm.waiting, text: (brand: string) => confirm.waiting.text({ brand: isolated(brand) }) },
  },
  aside: { ...aside, points: Object.values(aside.points).map(pair), feeTitle: aside.feeTitle({ fee: LISTING_FEE }) },
} as const;
