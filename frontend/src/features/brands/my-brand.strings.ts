import type { BrandPageText } from "@sakhi/domain/brands/brand-page.fields";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/my-brand";
import type { ProductTexts } from "../../shared/brand-page/product-fields";
import { FIND } from "../../shared/find";
import { goodPage } from "../../shared/good-page";
import { GO_BACK } from "../../ui/leave";

const { status, share, change, productTexts, states, stalls, weeks } = messages;
const { priceKinds } = productTexts;
const grouped = (count: number): string => count.toLocaleString("en-IN");

/** Texts of the owner's page of a brand. */
export const strings = {
  ...messages,
  find: FIND,
  status: {
    ...status,
    live: (date: string) => status.live({ date }),
    expired: (date: string) => status.expired({ date }),
  },
  share: {
    ...share,
    words: (brand: string) => share.words({ brand: isolated(brand) }),
    qr: (brand: string) => share.qr({ brand: isolated(brand) }),
  },
  change: { ...change, accepted: "", discarded: "" },
  missing: (count: number, field: string, problem: string) => messages.missing({ count, field, problem }),
  /** As the form calls the texts. */
  labels: messages.labels satisfies Readonly<Record<BrandPageText, string>>,
  /** As the page's problems call them. */
  fieldNames: { ...messages.labels, ...messages.fieldNames } as Readonly<Record<string, string>>,
  productFieldNames: messages.productFieldNames as Readonly<Record<string, string>>,
  goodPage: goodPage.has,
  goodPageText: goodPage.points,
  helps: messages.helps as Readonly<Partial<Record<BrandPageText, string>>>,
  contactDoubt: (contact: string) => messages.contactDoubt({ contact }),
  product: (index: number) => messages.product({ number: index + 1 }),
  productTexts: {
    ...productTexts,
    priceKinds: [
      ["fixed", priceKinds.fixed],
      ["range", priceKinds.range],
      ["on_request", priceKinds.on_request],
      ["none", priceKinds.none],
    ],
    amount: () => productTexts.amount,
    optional: messages.optional,
  } satisfies ProductTexts,
  removeProduct: (name: string) => messages.removeProduct({ product: isolated(name) }),
  up: (name: string) => messages.up({ product: isolated(name) }),
  down: (name: string) => messages.down({ product: isolated(name) }),
  moved: (name: string, place: number, total: number) => messages.moved({ product: isolated(name), place, total }),
  removeTitle: (name: string) => messages.removeTitle({ product: isolated(name) }),
  states: {
    ...states,
    pauseLabel: (name: string) => states.pauseLabel({ product: isolated(name) }),
    hideLabel: (name: string) => states.hideLabel({ product: isolated(name) }),
    showLabel: (name: string) => states.showLabel({ product: isolated(name) }),
    done: {
      shown: (name: string) => states.done.shown({ product: isolated(name) }),
      paused: (name: string) => states.done.paused({ product: isolated(name) }),
      hidden: (name: string) => states.done.hidden({ product: isolated(name) }),
    },
    lastTitle: (name: string) => states.lastTitle({ product: isolated(name) }),
  },
  stalls: {
    ...stalls,
    ask: (stall: string, event: string, dates: string) => stalls.ask({ stall, event: isolated(event), dates }),
    shown: (stall: string, event: string, dates: string) => stalls.shown({ stall, event: isolated(event), dates }),
    showLabel: (stall: string) => stalls.showLabel({ stall }),
    hideLabel: (stall: string) => stalls.hideLabel({ stall }),
  },
  weeks: {
    ...weeks,
    sum: (views: number, enquiries: number, count: number) =>
      weeks.sum({ weeks: count, views, viewsText: grouped(views), enquiries, enquiriesText: grouped(enquiries) }),
  },
  download: (number: string) => messages.download({ number }),
  back: GO_BACK,
} as const;
