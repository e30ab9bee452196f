/** Whether a listing's payment status says paid: both words of the specification (T-108). */
export function isPaid(status: string): boolean {
  return status === "payment_success" || status === "payment_successful";
}
