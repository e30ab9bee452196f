import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import { apiErrorOf, userMessage } from "../../api/failure";
import {
  type ListingPaymentStart,
  useInitiatePaymentMutation,
  useSubmitLeadMutation,
  useSubmitNgoMutation,
  useSubmitServiceMutation,
  useVerifyListingMutation,
} from "../../api/listing-api";
import { useToasts } from "../../ui/toast";
import { type ApplicationBody, bodyOf, WIZARD_FIELDS, type WizardField } from "./application-form";
import { useListingCheckout, usePaidAlready } from "./use-listing-checkout";
import { type PaymentChoice, strings } from "./wizard.strings";

/** Error messages by field, in form order. */
export type FieldMessages = readonly (readonly [WizardField, string])[];

/** How the submission ended. `left`: navigating to the checkout or the receipt. `refused`: a toast was shown; `fields` are the errors by field, if any. */
type SubmissionEnd =
  | { readonly end: "left" | "stayed" }
  | { readonly end: "submitted"; readonly choice: Exclude<PaymentChoice, "paid">; readonly waits: boolean }
  | {
      readonly end: "refused";
      readonly fields: FieldMessages;
      /** Why, and what is kept, for the page once the toast is gone. */
      readonly reason: string;
      /** The stall's phone number must be verified again. */
      readonly verifyAgain: boolean;
    };

/** The server's field errors. In a claim those of the application are under `listingData`. */
function fieldMessagesOf(error: unknown): { form: FieldMessages; stallPhone: string | undefined } {
  const { fields = {} } = apiErrorOf(error);
  const inside = (name: string) => fields[`listingData.${name}`]?.[0];
  const form = WIZARD_FIELDS.flatMap((field) => {
    const message = inside(field) ?? fields[field]?.[0];
    return message === undefined ? [] : [[field, message] as const];
  });
  return { form, stallPhone: fields["phoneNumber"]?.[0] };
}

/** Submits the application by the chosen way (T-091 to T-103). The caller prevents concurrent submits. */
export function useSubmission(): (
  choice: PaymentChoice,
  application: ListingApplicationDto,
  stallPhone: string,
  whatsapp: ApplicationBody["whatsappConsent"],
) => Promise<SubmissionEnd> {
  const { dismissToast, showToast } = useToasts();
  const [initiate] = useInitiatePaymentMutation();
  const [lead] = useSubmitLeadMutation();
  const [service] = useSubmitServiceMutation();
  const [ngo] = useSubmitNgoMutation();
  const [claim] = useVerifyListingMutation();
  const checkout = useListingCheckout();
  const paidAlready = usePaidAlready();

  const join = (companyType: CompanyType, body: ApplicationBody & { submissionType: "free_lead" }) => {
    switch (companyType) {
      case "product":
        return lead(body).unwrap();
      case "service":
        return service(body).unwrap();
      case "ngo":
        return ngo(body).unwrap();
    }
  };

  const refused = (choice: PaymentChoice, error: unknown): SubmissionEnd => {
    const { submissionFailed, failed, invalidPhone } = strings.toasts;
    const reason = strings.notSubmitted[choice](userMessage(error, ""));
    const { form, stallPhone } = fieldMessagesOf(error);
    const claiming = choice === "mela_free";
    const { code } = apiErrorOf(error);
    // In a claim `phoneNumber` is the stall's; the applicant's is under `listingData`.
    const fields = claiming && stallPhone !== undefined ? form.filter(([name]) => name !== "phoneNumber") : form;
    if (claiming && stallPhone !== undefined && fields.length === 0) {
      showToast({ kind: "error", ...invalidPhone });
      return { end: "refused", fields, reason, verifyAgain: true };
    }
    showToast({ kind: "error", ...submissionFailed(userMessage(error, failed[choice])) });
    return { end: "refused", fields, reason, verifyAgain: claiming && code === "already_claimed" };
  };

  return async (choice, application, stallPhone, whatsapp) => {
    dismissToast();
    const body = { ...bodyOf(application), ...(whatsapp === undefined ? {} : { whatsappConsent: whatsapp }) };
    let start: ListingPaymentStart;
    try {
      switch (choice) {
        case "paid":
          start = await initiate({ ...body, submissionType: "paid_listing" }).unwrap();
          break;
        case "free":
          await join(application.companyType, { ...body, submissionType: "free_lead" });
          showToast({ kind: "success", ...strings.toasts.joined });
          return { end: "submitted", choice, waits: false };
        case "mela_free": {
          const { waits = false } = await claim({
            email: application.email,
            phoneNumber: `+91${stallPhone}`,
            listingData: { ...body, submissionType: "free_lead" },
          }).unwrap();
          showToast({ kind: "success", ...(waits ? strings.toasts.claimWaits : strings.toasts.claimed) });
          return { end: "submitted", choice, waits };
        }
      }
    } catch (error) {
      return paidAlready(error) ? { end: "left" } : refused(choice, error);
    }
    return { end: (await checkout(start)) === "left" ? "left" : "stayed" };
  };
}
