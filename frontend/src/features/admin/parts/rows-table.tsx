import { Box, chakra } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/admin-parts";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";

/**
 * A table from 64rem on, and a card per row below that. The roles are explicit because browsers drop them when a table
 * has another display value.
 */
const tableStyle = {
  width: "100%",
  borderCollapse: "separate",
  borderSpacing: "0",
  fontSize: "0.9375rem",
  lineHeight: "1.4",
  "& th, & td": { textAlign: "start", verticalAlign: "top" },
  "& td": { overflowWrap: "anywhere" },
  "& [data-number]": { textAlign: { lg: "end" }, fontVariantNumeric: "tabular-nums" },
  "& [data-sub]": { display: "block", color: "muted", fontSize: "0.875rem" },
  "& tr[data-opens]": { cursor: "pointer", _hover: { bg: "sunk" } },
  "& tr[data-opens]:focus-within": { bg: "sunk" },
  "& thead": { display: { base: "none", lg: "table-header-group" } },
  "& thead th": {
    position: "sticky",
    top: "0",
    zIndex: "1",
    bg: "card",
    whiteSpace: "nowrap",
    borderBottom: "2px solid {colors.line}",
    px: "0.625rem",
    py: "0.5rem",
    fontWeight: "600",
    verticalAlign: "middle",
  },
  "& thead button": {
    display: "inline-flex",
    alignItems: "center",
    gap: "0.25rem",
    minHeight: "2.25rem",
    fontWeight: "600",
    color: "indigo.text",
    cursor: "pointer",
  },
  "& tbody": { display: { base: "grid", lg: "table-row-group" }, gap: "0.75rem" },
  "& tbody tr": {
    display: { base: "grid", lg: "table-row" },
    gridTemplateColumns: { base: "1fr 1fr", lg: "none" },
    columnGap: "1rem",
    rowGap: "0.75rem",
    padding: { base: "0.875rem", lg: "0" },
    borderWidth: { base: "1px", lg: "0" },
    borderRadius: { base: "card", lg: "0" },
  },
  "& tbody td, & tbody th": {
    display: { base: "block", lg: "table-cell" },
    fontWeight: "inherit",
    minWidth: "0",
    px: { lg: "0.625rem" },
    py: { lg: "0.625rem" },
    borderBottom: { lg: "1px solid {colors.line}" },
  },
  "& tbody td": {
    // Hides labels of empty cells.
    _empty: { display: { base: "none", lg: "table-cell" } },
    _before: {
      content: { base: "attr(data-label)", lg: "none" },
      display: { base: "block", lg: "none" },
      color: "muted",
      fontSize: "0.875rem",
    },
  },
  "& tbody [data-wide], & tbody th": { gridColumn: { base: "1 / -1", lg: "auto" } },
  "& [data-open]": {
    fontWeight: "600",
    color: "indigo.text",
    textAlign: "start",
    cursor: "pointer",
    textDecoration: "underline",
    textUnderlineOffset: "3px",
    minHeight: { base: "tap", lg: "1.5rem" },
    fontSize: { base: "1.125rem", lg: "inherit" },
  },
} as const;

/** A column of a table. */
export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns numbers to the end. */
  readonly number?: boolean;
  /** Full width in a phone's card. */
  readonly wide?: boolean;
  /** Renders a row header. */
  readonly heads?: boolean;
  /** Buttons only, which are not printed. */
  readonly pressed?: boolean;
  /** Makes the header a sort button. */
  readonly sort?: {
    /** Current sort order by this column. */
    readonly order: "ascending" | "descending" | "none";
    readonly onSort: () => void;
  };
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown } as const;

function HeadCell({ label, number, pressed, sort }: Omit<Column<never>, "cell">) {
  const Icon = ICONS[sort?.order ?? "none"];
  return (
    <th role="columnheader" scope="col" data-number={number} data-pressed={pressed} aria-sort={sort?.order}>
      {sort === undefined ? (
        label
      ) : (
        <button type="button" onClick={sort.onSort}>
          <span>{label}</span>
          <Icon size={14} aria-hidden />
        </button>
      )}
    </th>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { label, number, wide, heads, pressed, cell } = column;
  if (heads === true)
    return (
      <th role="rowheader" scope="row">
        {cell(row)}
      </th>
    );
  return (
    <td role="cell" data-label={label} data-number={number} data-wide={wide} data-pressed={pressed}>
      {cell(row)}
    </td>
  );
}

/** The name of a row, which opens it, as does a click anywhere in the row. */
export function OpenButton({
  label,
  onOpen,
  children,
}: {
  readonly label: string;
  readonly onOpen: () => void;
  readonly children: string;
}) {
  return (
    <button
      type="button"
      data-open
      aria-haspopup="dialog"
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {children}
    </button>
  );
}

/** Label of the scroll area; the table has its own label. A view can have several. */
const strings = { scroll: (table: string) => messages.rows({ table }) } as const;

interface RowsTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
}

/** A long table with a sticky header in its own scroll area; cards on phones. */
export function RowsTable<Row>({ label, columns, rows, keyOf, onOpen }: RowsTableProps<Row>) {
  return (
    <Box
      role="region"
      data-rows
      aria-label={strings.scroll(label)}
      tabIndex={0}
      overflow={{ lg: "auto" }}
      maxHeight={{ lg: "78vh" }}
      mx={{ lg: "-0.625rem" }}
    >
      <chakra.table role="table" aria-label={label} css={tableStyle}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeadCell key={column.label} {...column} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              data-opens={onOpen !== undefined || undefined}
              onClick={() => onOpen?.(row)}
            >
              {columns.map((column) => (
                <Cell key={column.label} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}
