import type { InvoiceRecipient } from "../invoices/invoice-recipient.js";
import type { RegistrationFormDto } from "./registration-form.dto.js";

type Named = "fullName" | "email" | "phoneNumber";
/** A registration as sent, or as its row has it. */
type Registered = Pick<RegistrationFormDto, Named> & {
  readonly [Name in "businessName" | "gstNumber" | "gstAddress" | "pincode"]?: string | null;
};

/** The recipient on a stall's invoice, as registered. */
export function invoiceRecipient({
  fullName: name,
  email,
  phoneNumber: phone,
  ...others
}: Registered): InvoiceRecipient {
  return {
    ...{ name, email, phone },
    businessName: others.businessName ?? undefined,
    gstNumber: others.gstNumber ?? undefined,
    address: others.gstAddress ?? undefined,
    pincode: others.pincode ?? undefined,
  };
}
