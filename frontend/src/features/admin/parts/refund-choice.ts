import messages from "@sakhi/domain/generated/messages/en/admin-dialogs";
import { REFUND_CHOICES, type RefundChoice } from "@sakhi/domain/operator/operator.types";
import { rupees } from "../../../ui/money";

const strings = messages.refund;

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
  if (refund === "none") return strings.none({ paid: rupees(paid) });
  if (refund === "full") return strings.goesBack({ amount: rupees(paid) });
  const amount = Number(refundAmount);
  return strings.partGoesBack({ refund: rupees(Number.isFinite(amount) ? amount : 0), paid: rupees(paid) });
}
