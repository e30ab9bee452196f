import { REFUND_CHOICES, type RefundChoice } from "@sakhi/domain/operator/operator.types";
import { rupees } from "../../../ui/money";

const strings = {
  refund: "Refund",
  choose: "Choose whether money goes back",
  notChosen: "Choose whether money goes back: the policies promise no refund after payment.",
  choices: { full: "In full", partial: "In part", none: "No refund" },
  amount: "Amount to refund, in rupees",
  goesBack: (amount: string) => `${amount} goes back the way it was paid, with a credit note by mail.`,
  part: (refund: string, paid: string) => `${refund} of ${paid}`,
  none: (paid: string) => `No money goes back: ${paid} is kept.`,
} as const;

interface RefundValues {
  readonly refund?: RefundChoice;
  readonly refundAmount?: number;
}

/** Fields of a form for the refund. */
export const refundFields = ({ refund }: RefundValues) =>
  [
    {
      name: "refund",
      label: strings.refund,
      // Nothing is preselected: a refund is a decision.
      options: [
        ["", strings.choose] as const,
        ...REFUND_CHOICES.map((choice) => [choice, strings.choices[choice]] as const),
      ],
    },
    ...(refund === "partial" ? [{ name: "refundAmount", label: strings.amount, number: true } as const] : []),
  ] as const;

/** Describes the refund, or asks to choose. @param paid in rupees */
export function refundText({ refund, refundAmount }: RefundValues, paid: number): string {
  if (refund === undefined) return strings.notChosen;
  if (refund === "none") return strings.none(rupees(paid));
  if (refund === "full") return strings.goesBack(rupees(paid));
  const amount = Number(refundAmount);
  return strings.goesBack(strings.part(rupees(Number.isFinite(amount) ? amount : 0), rupees(paid)));
}
