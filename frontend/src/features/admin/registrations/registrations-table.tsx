import { chakra } from "@chakra-ui/react";
import type { Registration } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { Chip } from "../parts/panel";
import type { Head } from "../parts/rows-table";
import { RowsTable } from "../parts/rows-table";
import { dayOf, timeOf } from "../parts/when";
import { amountOf, offerLabel, paymentLabel, shownPhone, typeLabel } from "../parts/registration-labels";
import { strings } from "./registrations.strings";
import type { Sort, SortName } from "./registrations-query";

/** The columns in their order (T-222), and by what the server sorts them, if it does. */
const COLUMNS: readonly (readonly [name: keyof typeof strings.columns, sort?: SortName])[] = [
  ["date", "createdAt"],
  ["name", "fullName"],
  ["contact"],
  ["business", "businessName"],
  ["stall", "stallId"],
  ["amount", "netAmount"],
  ["payment", "paymentStatus"],
  ["listing"],
  ["transaction"],
];

interface TableProps {
  readonly registrations: readonly Registration[];
  readonly sort: Sort;
  readonly onSort: (name: SortName) => void;
  readonly onOpen: (registration: Registration) => void;
}

/** A text in a cell, or a dash. */
const orDash = (text: string | null | undefined) =>
  text === null || text === undefined || text === "" ? strings.none : text;

function Row({ registration, onOpen }: { readonly registration: Registration } & Pick<TableProps, "onOpen">) {
  const { columns } = strings;
  const payment = paymentLabel(registration.paymentLabel ?? registration.paymentStatus);
  const offer = offerLabel(registration.listingOfferStatus);
  const { paymentMode } = registration;
  return (
    <tr role="row" data-registration={registration.orderId} onClick={() => onOpen(registration)}>
      <td role="cell" data-label={columns.date}>
        <chakra.span whiteSpace="nowrap">{dayOf(registration.createdAt)}</chakra.span>
        <span data-sub>{timeOf(registration.createdAt)}</span>
      </td>
      <td role="cell" data-label={columns.name} data-wide>
        <button
          type="button"
          data-open
          aria-haspopup="dialog"
          aria-label={strings.open(registration.fullName)}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(registration);
          }}
        >
          {registration.fullName}
        </button>
        <span data-sub>{registration.orderId}</span>
      </td>
      <td role="cell" data-label={columns.contact} data-wide>
        <span>{registration.email}</span>
        <chakra.span data-sub whiteSpace="nowrap">
          {shownPhone(registration.phoneNumber)}
        </chakra.span>
      </td>
      <td role="cell" data-label={columns.business} data-wide>
        {registration.businessName}
        {orDash(registration.gstNumber) !== strings.none && <span data-sub>{registration.gstNumber}</span>}
      </td>
      <td role="cell" data-label={columns.stall}>
        <strong>{registration.stallId}</strong>
        <span data-sub>{typeLabel(registration.stallType)}</span>
      </td>
      <td role="cell" data-label={columns.amount} data-number>
        {rupees(amountOf(registration))}
      </td>
      <td role="cell" data-label={columns.payment}>
        <Chip tone={payment.tone}>
          <span>{payment.words}</span>
          {typeof paymentMode === "string" && paymentMode !== "" && <span>{paymentMode.toUpperCase()}</span>}
        </Chip>
      </td>
      <td role="cell" data-label={columns.listing}>
        <Chip tone={offer.tone}>{offer.words}</Chip>
      </td>
      <td role="cell" data-label={columns.transaction} data-wide>
        {orDash(registration.transactionId)}
      </td>
    </tr>
  );
}

/** All registrations that were asked for (T-222 to T-226). A click on a row, or Enter on its name, opens it. */
export function RegistrationsTable({ registrations, sort, onSort, onOpen }: TableProps) {
  const heads = COLUMNS.map(([column, by]): Head => {
    const words = strings.columns[column];
    const number = column === "amount";
    if (by === undefined) return { words, number };
    const order = sort.name !== by ? "none" : sort.descending ? "descending" : "ascending";
    return { words, number, sort: { order, onSort: () => onSort(by) } };
  });
  return (
    <RowsTable label={strings.table} scroll={strings.scroll} heads={heads}>
      {registrations.map((registration) => (
        <Row key={registration.id} registration={registration} onOpen={onOpen} />
      ))}
    </RowsTable>
  );
}
