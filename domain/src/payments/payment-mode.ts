/** Labels of the provider's payment groups, as they are stored and exported; to be read: payment-mode-name.ts. */
export const PAYMENT_MODES: Readonly<Record<string, string>> = {
  upi: "UPI",
  upi_ppi: "UPI wallet",
  upi_ppi_offline: "UPI wallet",
  upi_credit_card: "UPI credit card",
  credit_card: "Credit card",
  debit_card: "Debit card",
  prepaid_card: "Prepaid card",
  credit_card_emi: "Credit card EMI",
  debit_card_emi: "Debit card EMI",
  cardless_emi: "Cardless EMI",
  net_banking: "Net banking",
  wallet: "Wallet",
  pay_later: "Pay later",
  bank_transfer: "Bank transfer",
  paypal: "PayPal",
  cash: "Cash",
};

/**
 * Label of a payment method, without a UPI address or card number: "UPI", "Credit card". Unknown groups are shown in
 * readable form; without a group there is no label.
 *
 * @param group the provider's `payment_group`
 */
export function paymentModeLabel(group: string | undefined): string | undefined {
  const key = group?.trim().toLowerCase() ?? "";
  if (key === "") return undefined;
  const known = PAYMENT_MODES[key];
  if (known !== undefined) return known;
  // Shows only identifiers of the provider's format, never data that could identify the payer.
  if (!/^[a-z_]{2,40}$/.test(key)) return undefined;
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
