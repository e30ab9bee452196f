import { type BrandColumnText, BRAND_FIELDS, type BrandPageField } from "@sakhi/domain/brands/brand-page.fields";
import { type BrandFilter, type BrandState, VERIFYING_DOCUMENTS } from "@sakhi/domain/brands/curation.rules";
import { eachField, shortLabelOf } from "@sakhi/domain/fields/declared-fields";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-brands";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { PICTURE_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import type { ProductTexts } from "../../../shared/brand-page/product-fields";

const { dialog, correct, hide, restore, verify, unverify, merge, product, pictures } = messages;
const { moved } = merge;
const { priceKinds, amounts, ...productFields } = product.fields;

/** The label of a word that is stored or that the api sends, by its place in a list; another one stays as it is. */
const labelIn =
  (words: readonly string[], labels: readonly string[]) =>
  (word: string): string =>
    labels[words.indexOf(word)] ?? word;

/** What a merge takes over or drops, as the api words it, in the order of the labels; names of networks need none. */
const DETAILS = ["story", "place", "name for buyers", "e-mail", "phone", "website", "logo", "cover", "badge"];
const detailOf = labelIn(DETAILS, merge.details);
const detailsOf = (details: readonly string[]): string => details.map(detailOf).join(", ");

/** Texts of the brands of the catalogue. */
export const strings = {
  ...messages,
  all: (total: number) => messages.all({ total, totalText: total.toLocaleString("en-IN") }),
  none: "–",
  open: (brand: string) => messages.open({ brand: isolated(brand) }),
  modules: messages.modules satisfies Record<CatalogueModule, string>,
  states: messages.states satisfies Record<BrandState, string>,
  shows: messages.shows satisfies Record<BrandFilter, string>,
  dialog: {
    ...dialog,
    hidden: (reason: string) => dialog.hidden({ reason }),
    reaches: eachField(BRAND_FIELDS, shortLabelOf),
    verifiedBy: (document: string, day: string, by: string) => dialog.verifiedBy({ document, day, by: isolated(by) }),
    application: (name: string, state: string, until: string) =>
      until === ""
        ? dialog.application({ name: isolated(name), state })
        : dialog.applicationUntil({ name: isolated(name), state, until }),
    until: (day: string) => dialog.until({ day }),
    pictureCount: (count: number) => dialog.pictureCount({ count }),
  },
  correct: {
    ...correct,
    title: (brand: string) => correct.title({ brand: isolated(brand) }),
    labels: {
      name: correct.name,
      category: correct.category,
      ...eachField(BRAND_FIELDS, (field: BrandPageField) =>
        field.part === "contacts" ? correct.forBuyers({ field: shortLabelOf(field) }) : shortLabelOf(field),
      ),
    },
    helps: { place: correct.placeHelp } as Readonly<Partial<Record<BrandColumnText, string>>>,
    changes: (fields: string) => correct.changes({ fields }),
    done: (brand: string) => correct.done({ brand: isolated(brand) }),
  },
  hide: {
    ...hide,
    title: (brand: string) => hide.title({ brand: isolated(brand) }),
    consequence: (products: number) => hide.consequence({ products }),
    done: (brand: string) => hide.done({ brand: isolated(brand) }),
  },
  restore: {
    ...restore,
    title: (brand: string) => restore.title({ brand: isolated(brand) }),
    done: (brand: string) => restore.done({ brand: isolated(brand) }),
  },
  verify: {
    ...verify,
    title: (brand: string) => verify.title({ brand: isolated(brand) }),
    documentLabel: labelIn(VERIFYING_DOCUMENTS, verify.documents),
    done: (brand: string) => verify.done({ brand: isolated(brand) }),
  },
  unverify: {
    ...unverify,
    title: (brand: string) => unverify.title({ brand: isolated(brand) }),
    done: (brand: string) => unverify.done({ brand: isolated(brand) }),
  },
  merge: {
    ...merge,
    title: (brand: string) => merge.title({ brand: isolated(brand) }),
    chosen: (brand: string) => merge.chosen({ brand: isolated(brand) }),
    moves: (from: string, into: string) => merge.moves({ from: isolated(from), into: isolated(into) }),
    moved: {
      products: (count: number) => moved.products({ count }),
      applications: (count: number) => moved.applications({ count }),
      pictures: (count: number) => moved.pictures({ count }),
      enquiries: (count: number) => moved.enquiries({ count }),
      changes: () => moved.changes,
    } as Readonly<Record<string, (count: number) => string>>,
    taken: (details: readonly string[]) => merge.taken({ details: detailsOf(details) }),
    dropped: (from: string, details: readonly string[]) => merge.dropped({ from, details: detailsOf(details) }),
    afterwards: (products: number) => merge.afterwards({ products }),
    consequence: (from: string) => merge.consequence({ from }),
    done: (from: string, into: string) => merge.done({ from: isolated(from), into: isolated(into) }),
  },
  product: {
    ...product,
    addTitle: (brand: string) => product.addTitle({ brand: isolated(brand) }),
    changeLabel: (name: string) => product.changeLabel({ name: isolated(name) }),
    changeTitle: (name: string) => product.changeTitle({ name: isolated(name) }),
    fields: {
      ...productFields,
      priceKinds: [
        ["none", priceKinds.none],
        ["fixed", priceKinds.fixed],
        ["range", priceKinds.range],
        ["on_request", priceKinds.on_request],
      ],
      amount: (kind) => amounts[kind],
    } satisfies ProductTexts,
    added: (name: string) => product.added({ name: isolated(name) }),
    done: (name: string) => product.done({ name: isolated(name) }),
    hideLabel: (name: string) => product.hideLabel({ name: isolated(name) }),
    hideTitle: (name: string) => product.hideTitle({ name: isolated(name) }),
    hidden: (name: string) => product.hidden({ name: isolated(name) }),
    restoreLabel: (name: string) => product.restoreLabel({ name: isolated(name) }),
    restoreTitle: (name: string) => product.restoreTitle({ name: isolated(name) }),
    restored: (name: string) => product.restored({ name: isolated(name) }),
    orderTitle: (brand: string) => product.orderTitle({ brand: isolated(brand) }),
    picturesLabel: (name: string) => product.picturesLabel({ name: isolated(name) }),
  },
  pictures: {
    ...pictures,
    title: (what: string) => pictures.title({ what: isolated(what) }),
    useLabel: (name: string) => pictures.useLabel({ name: isolated(name) }),
    removeLabel: (name: string) => pictures.removeLabel({ name: isolated(name) }),
    numbered: (number: number) => pictures.numbered({ number }),
    full: (most: number) => pictures.full({ most }),
    formats: pictures.formats({ formats: PICTURE_UPLOAD.words }),
    done: (what: string) => pictures.done({ what: isolated(what) }),
  },
} as const;
