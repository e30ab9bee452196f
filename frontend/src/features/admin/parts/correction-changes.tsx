import { chakra } from "@chakra-ui/react";
import { changesTaxFields } from "@sakhi/domain/fields/correction.rules";
import type { DeclaredFields, FieldName } from "@sakhi/domain/fields/declared-fields";
import messages from "@sakhi/domain/generated/messages/en/admin-dialogs";

/** Texts for corrections of registrations and applications. */
const strings = {
  ...messages.correction,
  change: (label: string, before: string, after: string) =>
    `${label}: ${before === "" ? messages.correction.none : before} → ${after === "" ? messages.correction.none : after}`,
  reissue: (invoice: string) => messages.correction.reissue({ invoice }),
} as const;

interface Props<Fields extends DeclaredFields, Field extends FieldName<Fields>> {
  readonly fields: Fields;
  /** The fields that differ. */
  readonly changed: readonly Field[];
  readonly labels: Readonly<Record<Field, string>>;
  readonly before: Readonly<Partial<Record<Field, string>>>;
  readonly after: Readonly<Partial<Record<Field, string>>>;
  /** Invoices, credit and debit notes, oldest first. */
  readonly invoices: readonly { readonly kind: string; readonly number: string }[];
  /** Describes who gets a mail if the address does not change. */
  readonly mail: string;
}

/** Describes what a correction will change, field by field, and its consequences. */
export function CorrectionChanges<Fields extends DeclaredFields, Field extends FieldName<Fields>>({
  fields,
  changed,
  labels,
  before,
  after,
  invoices,
  mail,
}: Props<Fields, Field>) {
  if (changed.length === 0) return strings.nothing;
  const invoice = invoices.findLast(({ kind }) => kind === "invoice")?.number;
  const reissued = invoice !== undefined && changesTaxFields(fields, changed);
  const hasDebitNotes = invoices.some(({ kind }) => kind === "debit_note");
  const said = [
    ...(reissued ? [strings.reissue(invoice)] : []),
    ...(reissued && hasDebitNotes ? [strings.debitNotes] : []),
    changed.some((field) => field === "email") ? strings.mailBoth : mail,
  ];
  return (
    <>
      <chakra.ul my="2" overflowWrap="anywhere">
        {changed.map((field) => (
          <li key={field}>{strings.change(labels[field], before[field] ?? "", after[field]?.trim() ?? "")}</li>
        ))}
      </chakra.ul>
      <span>{said.join(" ")}</span>
    </>
  );
}
