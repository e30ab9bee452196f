import { changesTaxFacts } from "@sakhi/domain/operator/correction.rules";
import { chakra } from "@chakra-ui/react";

/** The texts of what a correction will do, of a stall's registration and of a listing's application. */
const strings = {
  nothing: "Nothing changes so far.",
  change: (label: string, before: string, after: string) =>
    `${label}: ${before === "" ? "none" : before} → ${after === "" ? "none" : after}`,
  reissue: (invoice: string) =>
    `A credit note takes invoice ${invoice} back, and a new invoice is issued. No money moves.`,
  mailBoth: "Mails go to the new address. The former one only learns that the address was changed.",
} as const;

interface Props<Field extends string> {
  /** The fields that differ. */
  readonly changed: readonly Field[];
  readonly labels: Readonly<Record<Field, string>>;
  readonly before: Readonly<Partial<Record<Field, string>>>;
  readonly after: Readonly<Partial<Record<Field, string>>>;
  /** The number of the invoice that stands, where one was issued. */
  readonly invoice: string | undefined;
  /** Who gets a mail, where its address stays. */
  readonly mail: string;
}

/** What a correction will change, field by field, and what follows from it. */
export function CorrectionChanges<Field extends Parameters<typeof changesTaxFacts>[0][number]>({
  changed,
  labels,
  before,
  after,
  invoice,
  mail,
}: Props<Field>) {
  if (changed.length === 0) return strings.nothing;
  return (
    <>
      <chakra.ul my="2" overflowWrap="anywhere">
        {changed.map((field) => (
          <li key={field}>{strings.change(labels[field], before[field] ?? "", after[field]?.trim() ?? "")}</li>
        ))}
      </chakra.ul>
      {invoice !== undefined && changesTaxFacts(changed) && `${strings.reissue(invoice)} `}
      {changed.some((field) => field === "email") ? strings.mailBoth : mail}
    </>
  );
}
