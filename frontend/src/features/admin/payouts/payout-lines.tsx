import { Box, chakra } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { type PayoutLine, useListPayoutLinesQuery } from "../../../api/admin-api";
import { signedRupees } from "../../../ui/money";
import { applicationAddress, bookingAddress } from "../addresses";
import { pageQuery, useAddress } from "../parts/address";
import { momentOf } from "../parts/labels";
import { Paging } from "../parts/list-page";
import { Loaded, Nothing, RecordDialog } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { strings } from "./payouts.strings";

const texts = strings.lines;
const PAGE_SIZE = 50;

/** The sold thing of a line, with a link to it. */
function Sold({ line: { orderId, stallId, bookingId, applicationId, event } }: { readonly line: PayoutLine }) {
  if (bookingId !== undefined)
    return (
      <>
        <Link to={bookingAddress(bookingId, event)}>{texts.stall(stallId ?? "")}</Link>
        {orderId !== undefined && <span data-sub>{orderId}</span>}
      </>
    );
  if (applicationId !== undefined)
    return (
      <>
        <Link to={applicationAddress(applicationId)}>{texts.listing}</Link>
        {orderId !== undefined && <span data-sub>{orderId}</span>}
      </>
    );
  return (
    <>
      <span>{texts.noOrder}</span>
      {orderId !== undefined && <span data-sub>{orderId}</span>}
    </>
  );
}

const Amount = ({ of }: { readonly of: number }) => <chakra.span whiteSpace="nowrap">{signedRupees(of)}</chakra.span>;

const COLUMNS: readonly Column<PayoutLine>[] = [
  {
    ...{ label: texts.columns.what, heads: true },
    cell: ({ kind, eventType, paymentId, refundId }) => (
      <>
        <span>{kind === "other" ? `${texts.kinds.other}: ${eventType}` : texts.kinds[kind]}</span>
        <span data-sub>{refundId ?? paymentId}</span>
      </>
    ),
  },
  { ...{ label: texts.columns.order, wide: true }, cell: (line) => <Sold line={line} /> },
  { ...{ label: texts.columns.gross, number: true }, cell: ({ gross }) => <Amount of={gross} /> },
  { ...{ label: texts.columns.fee, number: true }, cell: ({ fee }) => <Amount of={fee} /> },
  { ...{ label: texts.columns.feeTax, number: true }, cell: ({ feeTax }) => <Amount of={feeTax} /> },
  { ...{ label: texts.columns.net, number: true }, cell: ({ net }) => <Amount of={net} /> },
  { label: texts.columns.at, cell: ({ at }) => (at === undefined ? "" : momentOf(at)) },
];

/** What a payout is made of. */
export function PayoutLines({ payout, onClose }: { readonly payout: string; readonly onClose: () => void }) {
  const address = useAddress();
  const query = useListPayoutLinesQuery({
    payout,
    ...pageQuery({ ...address, get: lineParameter(address.get) }, PAGE_SIZE),
  });
  const paging = {
    get: lineParameter(address.get),
    put: (change: Readonly<Record<string, string>>, how?: { readonly replace?: boolean }) =>
      address.put(Object.fromEntries(Object.entries(change).map(([name, value]) => [lineName(name), value])), how),
  };
  return (
    <RecordDialog title={texts.title(payout)} actions={null} onClose={onClose}>
      <Loaded query={{ ...query, data: query.currentData }} loading={texts.loading} failed={texts.failed}>
        {({ rows }) => (
          <Box minWidth="0">
            {rows.length === 0 ? (
              <Nothing>{texts.empty}</Nothing>
            ) : (
              <RowsTable label={texts.table} rows={rows} keyOf={({ lineKey }) => lineKey} columns={COLUMNS} />
            )}
            <Paging address={paging} label={texts.pages} size={PAGE_SIZE} query={query} />
          </Box>
        )}
      </Loaded>
    </RecordDialog>
  );
}

/** The list below the dialog has the parameter `page`. */
const lineName = (name: string): string => (name === "page" ? "lines" : name);
const lineParameter =
  (get: (name: string) => string) =>
  (name: string): string =>
    get(lineName(name));
