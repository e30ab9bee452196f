import { isolated } from "@sakhi/domain/fields/isolation";
import language from "@sakhi/domain/generated/messages/en/language";
import messages from "@sakhi/domain/generated/messages/en/policies";

/** For example 22 November 2026. */
const dateText = (version: string) => dateFormat.format(new Date(`${version}T00:00:00Z`));
const dateFormat = new Intl.DateTimeFormat(language.locale, { dateStyle: "long", timeZone: "UTC" });

/** Texts of the policies page. */
export const strings = {
  ...messages,
  backToEvent: (name: string) => messages.backToEvent({ event: isolated(name) }),
  version: (version: string, isCurrent: boolean) => {
    const date = dateText(version);
    return isCurrent ? messages.versionCurrent({ date }) : messages.versionFormer({ date });
  },
  contact: {
    ...messages.contact,
    officeOf: (name: string) => messages.contact.officeOf({ organisation: isolated(name) }),
  },
} as const;
