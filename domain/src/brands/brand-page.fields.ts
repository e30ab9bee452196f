import { type DeclaredField, eachField, type FieldName, fieldNames, labelOf } from "../fields/declared-fields.js";
import messages from "../generated/messages/en/brand-page-fields.js";

/** A text of a brand's page. */
export interface BrandPageField extends DeclaredField {
  /** Its part of the form. */
  readonly part: "pictures" | "about" | "contacts" | "links";
  /** Said by the application already; an operator can correct it as she approves. */
  readonly applied?: true;
}

/**
 * The texts of a brand's page that its row has, in the order of the form. Contacts are shown to everyone, and empty unless
 * their owner fills them in (decision 93).
 */
export const BRAND_FIELDS = {
  story: {
    label: messages.story,
    kind: "lines",
    column: "description",
    erased: "",
    part: "about",
    applied: true,
    personal: true,
    correctableBy: ["owner", "operator"],
  },
  place: {
    label: messages.place,
    kind: "line",
    column: "location",
    // Its owner has to give one; an operator may not know it.
    optional: true,
    part: "about",
    applied: true,
    personal: false,
    correctableBy: ["owner", "operator"],
  },
  partnerName: {
    label: messages.partnerName,
    short: messages.partnerNameShort,
    inText: "name for buyers",
    inExport: "Partner",
    kind: "name",
    optional: true,
    part: "contacts",
    personal: true,
    correctableBy: ["owner", "operator", "person"],
  },
  contactEmail: {
    label: messages.contactEmail,
    short: messages.contactEmailShort,
    inText: "e-mail",
    kind: "email",
    optional: true,
    part: "contacts",
    personal: true,
    correctableBy: ["owner", "operator", "person"],
  },
  contactPhone: {
    label: messages.contactPhone,
    kind: "phone",
    optional: true,
    part: "contacts",
    personal: true,
    correctableBy: ["owner", "operator", "person"],
  },
  websiteUrl: {
    label: messages.websiteUrl,
    kind: "link",
    optional: true,
    part: "links",
    applied: true,
    personal: true,
    correctableBy: ["owner", "operator"],
  },
  instagramUrl: {
    label: messages.instagramUrl,
    inText: "Instagram",
    kind: "link",
    optional: true,
    part: "links",
    applied: true,
    personal: true,
    correctableBy: ["owner", "operator"],
  },
  whatsappUrl: {
    label: messages.whatsappUrl,
    kind: "link",
    optional: true,
    part: "links",
    personal: true,
    correctableBy: ["owner", "operator", "person"],
  },
  facebookUrl: {
    label: messages.facebookUrl,
    inText: "Facebook",
    kind: "link",
    optional: true,
    part: "links",
    applied: true,
    personal: true,
    correctableBy: ["owner", "operator"],
  },
  linkedinUrl: {
    label: messages.linkedinUrl,
    kind: "link",
    optional: true,
    part: "links",
    applied: true,
    personal: true,
    correctableBy: ["owner", "operator"],
  },
} as const satisfies Readonly<Record<string, BrandPageField>>;

/**
 * The texts of a brand's page, in the order of its form. BrandPageDto has their bounds, `pageProblems` their rules. The words of
 * the cover are kept with the picture.
 */
export const BRAND_PAGE_FIELDS = {
  coverAlt: { label: messages.coverAlt, kind: "line", part: "pictures", personal: false, correctableBy: ["owner"] },
  ...BRAND_FIELDS,
} as const satisfies Readonly<Record<string, BrandPageField>>;

type Fields = typeof BRAND_PAGE_FIELDS;
/** The name of a text of a page. */
export type BrandPageText = FieldName<Fields>;
/** Its texts of a part of the form. */
type OfPart<Part extends BrandPageField["part"]> = {
  [Name in BrandPageText]: Fields[Name] extends { readonly part: Part } ? Name : never;
}[BrandPageText];

/** The texts of a part of the form, in its order. */
export const textsOf = <Part extends BrandPageField["part"]>(part: Part) =>
  fieldNames<Fields, BrandPageField>(BRAND_PAGE_FIELDS, (field) => field.part === part) as OfPart<Part>[];

/** What an application says of its brand's page. */
export type AppliedText = {
  [Name in BrandColumnText]: (typeof BRAND_FIELDS)[Name] extends { readonly applied: true } ? Name : never;
}[BrandColumnText];
/** {@link AppliedText}, in the order of the form. */
export const APPLIED_TEXTS = fieldNames<typeof BRAND_FIELDS, BrandPageField>(
  BRAND_FIELDS,
  ({ applied }) => applied === true,
) as AppliedText[];

/** All texts of a page, in the order of its form. */
export const BRAND_PAGE_TEXTS = fieldNames(BRAND_PAGE_FIELDS);

/** Links of a brand's page. The website, Instagram and WhatsApp are the ways to buy. */
export const BRAND_LINKS = textsOf("links");
export type BrandLink = OfPart<"links">;

/** Contacts that a page may show besides its links. Nothing of the application is ever copied here. */
export const PUBLIC_CONTACTS = textsOf("contacts");
export type PublicContact = OfPart<"contacts">;

/** Names of the texts, as the page and its problems show them. */
export const BRAND_PAGE_LABELS = eachField(BRAND_PAGE_FIELDS, labelOf);

const { partnerName, contactEmail, contactPhone, whatsappUrl } = BRAND_FIELDS;
/** What earlier releases copied from an application to its brand's page, and a migration withdrew (decision 93). */
export const WITHDRAWABLE_FIELDS = { partnerName, contactEmail, contactPhone, whatsappUrl } as const;

/** The name of a text that the brand's row has. */
export type BrandColumnText = FieldName<typeof BRAND_FIELDS>;

/** A page's texts as they are typed; empty for none. */
export type BrandPageTexts = Record<BrandPageText, string>;

/** Nothing is filled in. */
export const EMPTY_TEXTS = eachField(BRAND_PAGE_FIELDS, () => "") as Readonly<BrandPageTexts>;

/** The texts of a product, in the order of its form; ProductDto has their bounds, `productProblems` their rules. */
export const PRODUCT_FIELDS = {
  name: { label: messages.product.name, kind: "line", personal: false, correctableBy: ["owner", "operator"] },
  text: {
    label: messages.product.text,
    kind: "lines",
    column: "description",
    erased: "",
    personal: true,
    correctableBy: ["owner", "operator"],
  },
  category: { label: messages.product.category, kind: "choice", personal: false, correctableBy: ["owner", "operator"] },
  link: {
    label: messages.product.link,
    kind: "link",
    optional: true,
    personal: true,
    correctableBy: ["owner", "operator"],
  },
} as const satisfies Readonly<Record<string, DeclaredField>>;

/** The name of a text of a product. */
export type ProductText = FieldName<typeof PRODUCT_FIELDS>;
