import { isolated } from "@sakhi/domain/fields/isolation";

/** Texts of the GST view. */
export const strings = {
  title: "GST of a month",
  lead: "Everything that was invoiced or credited in the month, by its day in India: stalls of all events, and listings. Figures open their documents.",
  loading: "Loading the months",
  failed: "The months could not be fetched.",
  packLoading: "Loading the return",
  packFailed: "The return could not be fetched.",
  month: "Month",
  option: (month: string, state: "running" | "open" | "closed") =>
    `${month} (${{ running: "not over", open: "open", closed: "closed" }[state]})`,
  gstin: "GSTIN",
  state: "State",
  states: { running: "Not over", open: "Open", closed: "Closed" },
  closedBy: (who: string, when: string) => `by ${isolated(who)}, ${when}`,
  total: "Invoices less credit notes",
  taxable: "Taxable value",
  due: { gstr1: "GSTR-1 due", gstr3b: "GSTR-3B due" },
  running: "This month is not over: its figures still change.",
  waits: "Months are closed one after another: close the earlier ones first.",
  json: "JSON for the portal",
  workbook: "Excel",
  workbookLabel: "Excel: a sheet for each table",
  documents: "All PDFs (ZIP)",
  pending: "Making...",
  done: (file: string) => ({ title: "The file is ready", description: `${file} is in your downloads.` }),
  downloadFailed: { title: "Not downloaded", description: "The file could not be made. Please try again in a moment." },
  close: {
    button: "Close the month",
    title: (month: string) => `Close ${month}?`,
    lead: "Close it once its return is filed, so that it stays as it was filed.",
    consequence:
      "Its return no longer changes. What comes later about this month, a document or a difference, is reported by the next one. The last closed month can be opened again.",
    refused: (count: number) =>
      count === 1
        ? "The portal would refuse 1 thing of it; see above."
        : `The portal would refuse ${count} things of it; see above.`,
    confirm: "Close it",
    pending: "Closing...",
  },
  reopen: {
    button: "Open it again",
    title: (month: string) => `Open ${month} again?`,
    consequence: "Its return follows the documents again, and may then differ from what was filed.",
    confirm: "Open it",
    pending: "Opening...",
  },
  findings: {
    title: "Before you file",
    none: "Nothing was found that the portal would refuse.",
    levels: { refused: "Refused", look: "Please look" },
    some: (numbers: readonly string[], more: number) =>
      more === 0 ? numbers.join(", ") : `${numbers.join(", ")} and ${more} more`,
  },
  gstr1: "GSTR-1",
  gstr3b: "GSTR-3B",
  table: (number: string, heading: string) => `${number}: ${heading}`,
  nothing: "Nothing in this month.",
  open: (title: string) => `Documents of ${isolated(title)}`,
  columns: {
    figure: "Figure",
    documents: "Documents",
    taxable: "Taxable value",
    igst: "IGST",
    cgst: "CGST",
    sgst: "SGST",
    total: "Total",
  },
  series: {
    title: "13: Documents issued",
    columns: { title: "Documents", from: "From", to: "To", total: "Numbers", cancelled: "Cancelled" },
  },
  of: {
    all: "All documents",
    loading: "Loading the documents",
    failed: "The documents could not be fetched.",
    empty: "No document.",
    pages: "Pages of documents",
    table: "Documents of the figure",
    columns: { number: "Document", name: "Recipient", what: "Sold", tax: "Tax" },
    issued: (kind: string, day: string) => `${kind}, ${day}`,
    halves: "CGST and SGST",
    pdf: "PDF",
    pdfOf: (number: string) => `PDF of ${number}`,
    gone: "It is no longer here.",
  },
} as const;
