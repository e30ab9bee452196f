import enApplications from "@sakhi/domain/generated/messages/en/application-responses";
import enEnquiries from "@sakhi/domain/generated/messages/en/enquiry-responses";
import enPhones from "@sakhi/domain/generated/messages/en/phone-verification";
import hiApplications from "@sakhi/domain/generated/messages/hi/application-responses";
import hiEnquiries from "@sakhi/domain/generated/messages/hi/enquiry-responses";
import hiPhones from "@sakhi/domain/generated/messages/hi/phone-verification";
import knApplications from "@sakhi/domain/generated/messages/kn/application-responses";
import knEnquiries from "@sakhi/domain/generated/messages/kn/enquiry-responses";
import knPhones from "@sakhi/domain/generated/messages/kn/phone-verification";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";

/** What pages show as the api words it, by their language. */
export const ANSWERS: Readonly<
  Record<
    LanguageCode,
    {
      readonly applications: typeof enApplications;
      readonly enquiries: typeof enEnquiries;
      readonly phones: typeof enPhones;
    }
  >
> = {
  en: { applications: enApplications, enquiries: enEnquiries, phones: enPhones },
  hi: { applications: hiApplications, enquiries: hiEnquiries, phones: hiPhones },
  kn: { applications: knApplications, enquiries: knEnquiries, phones: knPhones },
};
