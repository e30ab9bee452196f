import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/brand-enquiry";

/** Texts of the form on a brand's page. */
export const strings = {
  ...messages,
  consent: (brand: string) => messages.consent({ brand: isolated(brand) }),
} as const;
