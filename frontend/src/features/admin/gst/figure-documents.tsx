import { Box, chakra } from "@chakra-ui/react";
import { toRupees } from "@sakhi/domain/money/money";
import { Link } from "react-router-dom";
import { type GstDocument, useListGstDocumentsQuery } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { applicationAddress, bookingAddress } from "../addresses";
import { pageQuery, useAddress } from "../parts/address";
import { DownloadButton } from "../parts/download";
import { dayOf } from "../parts/labels";
import { Paging } from "../parts/list-page";
import { Loaded, Nothing, RecordDialog } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { strings } from "./gst.strings";

const texts = strings.of;
const PAGE_SIZE = 50;

/** What was sold, with a link to its booking or application. */
function Sold({ document }: { readonly document: GstDocument }) {
  const { description, bookingId, applicationId, event } = document;
  if (bookingId !== undefined) return <Link to={bookingAddress(bookingId, event)}>{description}</Link>;
  if (applicationId !== undefined) return <Link to={applicationAddress(applicationId)}>{description}</Link>;
  return <span>{description}</span>;
}

const Amount = ({ of }: { readonly of: number }) => <chakra.span whiteSpace="nowrap">{rupees(of)}</chakra.span>;

const COLUMNS: readonly Column<GstDocument>[] = [
  {
    ...{ label: texts.columns.number, heads: true },
    cell: ({ number, title, day }) => (
      <>
        <chakra.span whiteSpace="nowrap">{number}</chakra.span>
        <span data-sub>{texts.issued(title, dayOf(day))}</span>
      </>
    ),
  },
  {
    ...{ label: texts.columns.name, wide: true },
    cell: ({ name, gstin }) => (
      <>
        <bdi>{name}</bdi>
        {gstin !== undefined && <span data-sub>{gstin}</span>}
      </>
    ),
  },
  { label: texts.columns.what, wide: true, cell: (document) => <Sold document={document} /> },
  { ...{ label: strings.columns.taxable, number: true }, cell: ({ taxable }) => <Amount of={taxable} /> },
  {
    ...{ label: texts.columns.tax, number: true },
    cell: ({ igst, cgst, sgst }) => (
      <>
        <Amount of={toRupees(Math.round((igst + cgst + sgst) * 100))} />
        <span data-sub>{igst === 0 ? texts.halves : strings.columns.igst}</span>
      </>
    ),
  },
  { ...{ label: strings.columns.total, number: true }, cell: ({ total }) => <Amount of={total} /> },
  {
    ...{ label: texts.pdf, pressed: true },
    cell: ({ invoiceId, number }) =>
      invoiceId === undefined ? (
        <span>{texts.gone}</span>
      ) : (
        <DownloadButton
          text={texts.pdf}
          label={texts.pdfOf(number)}
          pending={strings.pending}
          file={() => ({ address: `/api/v1/mela/admin/invoices/${invoiceId}/pdf`, name: "invoice.pdf" })}
          done={strings.done}
          failed={strings.downloadFailed}
        />
      ),
  },
];

/** The documents that a figure is made of. @param props.figure undefined for all */
export function FigureDocuments({
  month,
  figure,
  title,
  onClose,
}: {
  readonly month: string;
  readonly figure: string | undefined;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const address = useAddress();
  const query = useListGstDocumentsQuery({
    ...{ month, ...pageQuery(address, PAGE_SIZE) },
    ...(figure === undefined ? {} : { figure }),
  });
  return (
    <RecordDialog title={title} actions={null} onClose={onClose}>
      <Loaded query={{ ...query, data: query.currentData }} loading={texts.loading} failed={texts.failed}>
        {({ rows }) => (
          <Box minWidth="0">
            {rows.length === 0 ? (
              <Nothing>{texts.empty}</Nothing>
            ) : (
              <RowsTable label={texts.table} rows={rows} keyOf={({ number }) => number} columns={COLUMNS} />
            )}
            <Paging address={address} label={texts.pages} size={PAGE_SIZE} query={query} />
          </Box>
        )}
      </Loaded>
    </RecordDialog>
  );
}
