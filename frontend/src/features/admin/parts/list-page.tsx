import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight, Search } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Page } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { useHistory } from "../../../ui/navigation";
import { EmptyState } from "../../../ui/states";
import { Loaded, Panel, type Query, RefreshButton } from "./panel";

/** Names in the address and what they are to be; an empty text takes the name out. */
type AddressChange = Readonly<Record<string, string>>;

/** A view's state in the address: what is asked for can be bookmarked, sent to a colleague, and gone back to. */
export interface Address {
  readonly get: (name: string) => string;
  /** Changes the address; a step of its own for the back button unless it replaces. */
  readonly put: (change: AddressChange, how?: { readonly replace?: boolean }) => void;
}

/** Reads and writes the address of the view that is open. */
export function useAddress(): Address {
  const [params] = useSearchParams();
  const history = useHistory();
  const put = useCallback<Address["put"]>(
    (change, { replace = false } = {}) => {
      // The history's own address, and not the one of the last drawing: a search and a click that fall between two
      // drawings would take each other back.
      const next = new URLSearchParams(history.location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      const { pathname, hash } = history.location;
      const to = { pathname, search: next.size === 0 ? "" : `?${next.toString()}`, hash };
      if (replace) history.replace(to);
      else history.push(to);
    },
    [history],
  );
  const get = useCallback<Address["get"]>((name) => params.get(name) ?? "", [params]);
  return { get, put };
}

/** The word of the address if it is one of those that are known; what the server would refuse is left out. */
export function wordIn<Word extends string>(address: Address, name: string, words: readonly Word[]) {
  return words.find((word) => word === address.get(name));
}

/** The page in the address, from 1. */
function pageOf({ get }: Address): number {
  const page = Number(get("page"));
  return Number.isInteger(page) && page > 1 ? page : 1;
}

/** A page as it stands in the address; the first does not. */
const pageText = (page: number) => (page === 1 ? "" : String(page));

const lastPageOf = (total: number, size: number) => Math.max(1, Math.ceil(total / size));

/** Which rows the server is asked for. */
export function pageQuery(address: Address, size: number): { limit: number; offset?: number | undefined } {
  const page = pageOf(address);
  return { limit: size, offset: page === 1 ? undefined : (page - 1) * size };
}

/** What the server searches for at most, in characters. */
const LONGEST_SEARCH = 100;

/** The address follows the typing after so long a rest, in ms. */
const REST_MS = 300;

/** What is typed, ahead of the address by a moment; the address leads when it is changed from elsewhere. */
function useSearchText({ get, put }: Address) {
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

/** A choice of the filters: its name in the address, and what it offers. The first option takes the filter away. */
interface FilterChoice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  /** What is chosen; as it stands in the address where left out. */
  readonly value?: string;
  readonly below?: "lg";
}

interface FiltersProps {
  readonly address: Address;
  readonly words: { readonly title: string; readonly search: string; readonly searchHint: string };
  readonly choices: readonly FilterChoice[];
  /** Two days between which the rows were made, by their names in the address. */
  readonly days?: readonly (readonly [name: string, label: string])[];
}

/** Choices that stand in the address; a change goes back to the first page. */
export function FilterChoices({ address: { get, put }, choices }: Pick<FiltersProps, "address" | "choices">) {
  return choices.map(({ name, ...choice }) => (
    <Choice key={name} value={get(name)} {...choice} onChange={(value) => put({ [name]: value, page: "" })} />
  ));
}

/** An earlier day is one whose year is still being typed: the 2 of 2026 is the year 0002. */
const FIRST_DAY = "2000-01-01";

/** A day that stands in the address once it is typed to its end; the address leads when it is changed from elsewhere. */
function DayFilter({
  address: { get, put },
  name,
  label,
}: Pick<FiltersProps, "address"> & { readonly name: string; readonly label: string }) {
  const id = useId();
  const inAddress = get(name);
  const [day, setDay] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    setDay(inAddress);
  }
  return (
    <Box minWidth="0">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        type="date"
        max="9999-12-31"
        {...inputStyle}
        value={day}
        onChange={({ currentTarget: { value } }) => {
          setDay(value);
          if (value === "" || value >= FIRST_DAY) put({ [name]: value, page: "" });
        }}
      />
    </Box>
  );
}

/** Search and filters of a list; they stand in the address and the server does them. */
export function Filters({ address, words, choices, days = [] }: FiltersProps) {
  const search = useSearchText(address);
  const id = useId();
  return (
    <chakra.form
      role="search"
      aria-label={words.title}
      {...filterStyle}
      onSubmit={(event) => {
        event.preventDefault();
        search.send();
      }}
    >
      <Box flex="1 1 17rem" minWidth="0" gridColumn="1 / -1">
        <chakra.label htmlFor={id} textStyle="label" color="muted">
          {words.search}
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
            {...inputStyle}
            ps="10"
            placeholder={words.searchHint}
            maxLength={LONGEST_SEARCH}
            value={search.text}
            onChange={(event) => search.type(event.currentTarget.value)}
          />
        </Box>
      </Box>
      {days.map(([name, label]) => (
        <DayFilter key={name} address={address} name={name} label={label} />
      ))}
      <FilterChoices address={address} choices={choices} />
    </chakra.form>
  );
}

const inputStyle = { minHeight: "tap", py: "1", fontSize: "1rem" } as const;

/** How filters stand: two in a row on phones, all in a line elsewhere. */
export const filterStyle = {
  display: { base: "grid", md: "flex" },
  gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
  gap: "3",
  flexWrap: "wrap",
  alignItems: "end",
  mb: "4",
} as const;

const pagingStrings = {
  shown: (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
  previous: "Previous page",
  next: "Next page",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
} as const;

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
  const pages = lastPageOf(total, size);
  if (total <= size && page === 1) return null;
  const go = (to: number) => address.put({ page: pageText(to) });
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

interface ListPanelProps<Row> {
  readonly address: Address;
  readonly query: Query<Page<Row>>;
  readonly words: {
    readonly title: string;
    readonly loading: string;
    readonly failed: string;
    readonly all: (total: number) => string;
    readonly pages: string;
    readonly empty: string;
    readonly emptyText: string;
    readonly emptyFiltered?: string;
    readonly clear?: string;
  };
  /** Rows of a page. */
  readonly size: number;
  /** The names of search and filters in the address: where nothing fits them, one click clears them. */
  readonly filters?: readonly string[];
  readonly aside?: ReactNode;
  /** What stands above the rows. */
  readonly above: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list by pages, in every state it may be in: on its way, failed, empty, filtered to nothing, or there. */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { address, query, words, size, filters = [], aside, above, children } = props;
  const filtered = filters.some((name) => address.get(name) !== "");
  const { put } = address;
  const clear = () => put(Object.fromEntries([...filters, "page"].map((name) => [name, ""])));
  const lastPage = lastPageOf(query.data?.total ?? 0, size);
  // What stood on the last page was answered: an empty page would say that nothing waits on those before it.
  const isBeyond = query.data !== undefined && !query.isFetching && !query.isError && pageOf(address) > lastPage;
  useEffect(() => {
    if (isBeyond) put({ page: pageText(lastPage) }, { replace: true });
  }, [isBeyond, lastPage, put]);
  return (
    <Panel
      title={words.title}
      aside={
        <Flex gap="2" wrap="wrap" align="center">
          <Text textStyle="small" color="muted" me="1">
            {query.data === undefined ? "" : words.all(query.data.total)}
          </Text>
          <RefreshButton query={query} />
          {aside}
        </Flex>
      }
    >
      {above}
      <Loaded query={query} loading={words.loading} failed={words.failed}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState title={words.empty} level="h3">
                <Text color="muted">{filtered ? words.emptyFiltered : words.emptyText}</Text>
                {filtered && (
                  <Button variant="outline" onClick={clear}>
                    {words.clear}
                  </Button>
                )}
              </EmptyState>
            ) : (
              <Box
                opacity={query.isFetching ? 0.75 : 1}
                transition="opacity 200ms"
                _motionReduce={{ transition: "none" }}
              >
                {children(rows)}
              </Box>
            )}
            <Paging address={address} label={words.pages} size={size} total={total} shown={rows.length} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
