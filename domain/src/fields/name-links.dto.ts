import { ValidateBy } from "class-validator";
import { businessHasLink, hasLink } from "./name-links.js";

/** What a person reads at a name with a web address in it. */
const NO_LINK = "Please write the name without a web address";

const withoutLink = (found: (name: string) => boolean) => (): PropertyDecorator =>
  ValidateBy(
    { name: "hasNoLink", validator: { validate: (value: unknown) => typeof value !== "string" || !found(value) } },
    { message: NO_LINK },
  );

/** Of a person's name: mails print it, so it takes no web address (see {@link hasLink}). */
export const HasNoLink = withoutLink(hasLink);
/** Of a business's or brand's name: likewise, but the whole name may be an address, such as "iTokri.com". */
export const BusinessHasNoLink = withoutLink(businessHasLink);
