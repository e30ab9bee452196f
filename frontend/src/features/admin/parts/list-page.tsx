import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { ArrowDown, ArrowUp, ArrowUpDown, ChevronLeft, ChevronRight, Search } from "lucide-react";
import { type ReactNode, useCallback, useContext, useEffect, useId, useRef, useState } from "react";
import { UNSAFE_DataRouterContext as RouterContext, useSearchParams } from "react-router-dom";

/** Names in the address and what they are to be; an empty text takes the name out. */
export type AddressChange = Readonly<Record<string, string>>;

/** A view's state in the address: what is asked for can be bookmarked, sent to a colleague, and gone back to. */
export interface Address {
  readonly get: (name: string) => string;
  /** Changes the address; a step of its own for the back button unless it replaces. */
  readonly put: (change: AddressChange, how?: { readonly replace?: boolean }) => void;
}

/** Reads and writes the address of the view that is open. */
export function useAddress(): Address {
  const [params] = useSearchParams();
  const router = useContext(RouterContext)?.router;
  const put = useCallback<Address["put"]>(
    (change, { replace = false } = {}) => {
      if (router === undefined) throw new Error("useAddress is for pages of the router");
      // The router's own address, and not the one of the last drawing: a search and a click that fall between two
      // drawings would take each other back.
      const next = new URLSearchParams(router.state.location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      void router.navigate({ search: next.toString() }, { replace, preventScrollReset: true });
    },
    [router],
  );
  const get = useCallback<Address["get"]>((name) => params.get(name) ?? "", [params]);
  return { get, put };
}

/** The address follows the typing after so long a rest, in ms. */
const REST_MS = 300;

/** A search as it is typed. */
export interface SearchText {
  readonly text: string;
  readonly type: (value: string) => void;
  /** Puts what is typed into the address at once. */
  readonly send: () => void;
}

/** What is typed, ahead of the address by a moment; the address leads when it is changed from elsewhere. */
export function useSearchText({ get, put }: Address): SearchText {
  const inAddress = get("q");
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== inAddress) {
    setSeen(inAddress);
    // What is typed on meanwhile must not be taken back.
    if (inAddress !== sent) setText(inAddress);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    clearTimeout(timer.current);
    const q = value.trim();
    setSent(q);
    put({ q, page: "" }, { replace: true });
  };
  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value), REST_MS);
  };
  return { text, type, send: () => search(text) };
}

/** The box that is typed in; the form around it sends the search. */
export function SearchField({
  search,
  label,
  hint,
}: {
  readonly search: SearchText;
  readonly label: string;
  readonly hint: string;
}) {
  const id = useId();
  return (
    <Box flex="1 1 17rem" minWidth="0" gridColumn="1 / -1">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Box position="relative">
        <Box
          aria-hidden
          position="absolute"
          insetInlineStart="3"
          top="50%"
          transform="translateY(-50%)"
          color="muted"
          display="flex"
        >
          <Search size={18} />
        </Box>
        <Input
          id={id}
          type="search"
          minHeight="tap"
          py="1"
          ps="10"
          fontSize="1rem"
          placeholder={hint}
          value={search.text}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
      </Box>
    </Box>
  );
}

/**
 * A table from 64rem on, and a card for each row under that. The roles are written out because browsers forget them
 * when a table is not displayed as one.
 */
export const tableStyle = {
  width: "100%",
  borderCollapse: "separate",
  borderSpacing: "0",
  fontSize: "0.9375rem",
  lineHeight: "1.4",
  "& th, & td": { textAlign: "start", verticalAlign: "top" },
  "& td": { overflowWrap: "anywhere" },
  "& [data-number]": { textAlign: { lg: "end" }, fontVariantNumeric: "tabular-nums" },
  "& [data-sub]": { display: "block", color: "muted", fontSize: "0.875rem" },
  "& tbody tr": { cursor: "pointer", _hover: { bg: "sunk" } },
  "& tbody tr:focus-within": { bg: "sunk" },
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
  "& tbody tr ": {
    display: { base: "grid", lg: "table-row" },
    gridTemplateColumns: { base: "1fr 1fr", lg: "none" },
    columnGap: "1rem",
    rowGap: "0.75rem",
    padding: { base: "0.875rem", lg: "0" },
    borderWidth: { base: "1px", lg: "0" },
    borderStyle: "solid",
    borderColor: "line",
    borderRadius: { base: "card", lg: "0" },
  },
  "& tbody td": {
    display: { base: "block", lg: "table-cell" },
    minWidth: "0",
    px: { lg: "0.625rem" },
    py: { lg: "0.625rem" },
    borderBottom: { lg: "1px solid {colors.line}" },
    _before: {
      content: { base: "attr(data-label)", lg: "none" },
      display: { base: "block", lg: "none" },
      color: "muted",
      fontSize: "0.875rem",
    },
  },
  "& tbody td[data-wide]": { gridColumn: { base: "1 / -1", lg: "auto" } },
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

/** The head of a column; with a sort, a button that sorts by it. */
export interface Head {
  readonly words: string;
  /** Numbers stand at the end of their cell. */
  readonly number?: boolean;
  readonly sort?: {
    /** How the table is sorted by it now. */
    readonly order: "ascending" | "descending" | "none";
    readonly onSort: () => void;
  };
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown } as const;

function HeadCell({ head: { words, number = false, sort } }: { readonly head: Head }) {
  const Icon = ICONS[sort?.order ?? "none"];
  return (
    <th role="columnheader" scope="col" data-number={number ? "" : undefined} aria-sort={sort?.order}>
      {sort === undefined ? (
        words
      ) : (
        <button type="button" onClick={sort.onSort}>
          {words}
          <Icon size={14} aria-hidden />
        </button>
      )}
    </th>
  );
}

interface RowsTableProps {
  /** What the table holds, for those who listen. */
  readonly label: string;
  /** The region it scrolls in. */
  readonly scroll: string;
  readonly heads: readonly Head[];
  /** Its rows: `tr` with the role `row`, of `td` with the role `cell` and their column's words in `data-label`. */
  readonly children: ReactNode;
}

/** A long table with its heads in view, which scrolls by itself where there is room, and is cards on phones. */
export function RowsTable({ label, scroll, heads, children }: RowsTableProps) {
  return (
    <Box
      role="region"
      aria-label={scroll}
      tabIndex={0}
      overflow={{ lg: "auto" }}
      maxHeight={{ lg: "78vh" }}
      mx={{ lg: "-0.625rem" }}
    >
      <chakra.table role="table" aria-label={label} css={tableStyle}>
        <thead role="rowgroup">
          <tr role="row">
            {heads.map((head) => (
              <HeadCell key={head.words} head={head} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </chakra.table>
    </Box>
  );
}

const pagingStrings = {
  shown: (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
  previous: "Previous page",
  next: "Next page",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
} as const;

/** The page in the address, from 1. */
export function pageOf({ get }: Address): number {
  const page = Number(get("page"));
  return Number.isInteger(page) && page > 1 ? page : 1;
}

interface PagingProps {
  readonly address: Address;
  readonly label: string;
  /** Rows of a page. */
  readonly size: number;
  readonly total: number;
  readonly shown: number;
}

/** The ways to the pages before and after; nothing where all stands on one. */
export function Paging({ address, label, size, total, shown }: PagingProps) {
  const page = pageOf(address);
  const pages = Math.max(1, Math.ceil(total / size));
  if (total <= size && page === 1) return null;
  const go = (to: number) => address.put({ page: to === 1 ? "" : String(to) });
  const from = (page - 1) * size + 1;
  return (
    <Flex as="nav" aria-label={label} align="center" justify="space-between" gap="3" wrap="wrap" mt="4">
      <Text textStyle="small" color="muted">
        {shown === 0 ? "" : pagingStrings.shown(from, from + shown - 1, total)}
      </Text>
      <Flex align="center" gap="2">
        <Button variant="subtle" size="sm" disabled={page <= 1} onClick={() => go(page - 1)}>
          <ChevronLeft aria-hidden />
          {pagingStrings.previous}
        </Button>
        <Text textStyle="small" fontVariantNumeric="tabular-nums">
          {pagingStrings.page(page, pages)}
        </Text>
        <Button variant="subtle" size="sm" disabled={page >= pages} onClick={() => go(page + 1)}>
          {pagingStrings.next}
          <ChevronRight aria-hidden />
        </Button>
      </Flex>
    </Flex>
  );
}
