import { ValidateBy } from "class-validator";
import { businessHasLink, hasLink } from "./name-links.js";

const NO_LINK = "Please write the name without a web address";

const withoutLink = (found: (name: string) => boolean) => (): PropertyDecorator =>
  ValidateBy(
    { name: "hasNoLink", validator: { validate: (value: unknown) => typeof value !== "string" || !found(value) } },
    { message: NO_LINK },
  );

/** Rejects web addresses in a person's name, because mails contain it (see {@link hasLink}). */
export const HasNoLink = withoutLink(hasLink);
/** Rejects web addresses in a business or brand name, unless the whole name is one, such as "iTokri.com". */
export const BusinessHasNoLink = withoutLink(businessHasLink);
