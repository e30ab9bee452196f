import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight, Search } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Page } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { useHistory } from "../../../ui/navigation";
import { EmptyState } from "../../../ui/states";
import { SteadyButton } from "../../../ui/steady-button";
import { Loaded, Panel, type Query, RefreshButton } from "./panel";

/** Query parameters to set; an empty value removes the parameter. */
type AddressChange = Readonly<Record<string, string>>;

/** A view's state in the URL's query, so that it can be bookmarked, shared and navigated back to. */
export interface Address {
  readonly get: (name: string) => string;
  /** Changes parameters; adds a history entry unless it replaces the current one. */
  readonly put: (change: AddressChange, how?: { readonly replace?: boolean }) => void;
}

/** Reads and writes the current view's state in the URL. */
export function useAddress(): Address {
  const [params] = useSearchParams();
  const history = useHistory();
  const put = useCallback<Address["put"]>(
    (change, { replace = false } = {}) => {
      // Reads the history instead of the last render: two changes between renders would overwrite each other.
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

/** A parameter's value if it is allowed; others, which the server would reject, are ignored. */
export function allowedValue<Value extends string>(address: Address, name: string, allowed: readonly Value[]) {
  return allowed.find((value) => value === address.get(name));
}

/** The current page, from 1. */
function pageOf({ get }: Address): number {
  const page = Number(get("page"));
  return Number.isInteger(page) && page > 1 ? page : 1;
}

/** The page parameter; the first page has none. */
const pageParameter = (page: number) => (page === 1 ? "" : String(page));

/** Limit and offset of the current page. */
export function pageQuery(address: Address, size: number): { limit: number; offset?: number | undefined } {
  const page = pageOf(address);
  return { limit: size, offset: page === 1 ? undefined : (page - 1) * size };
}

/** The server's limit for searches, in characters. */
const MAX_SEARCH_LENGTH = 100;

/** Debounce of the search, in ms. */
const DEBOUNCE_MS = 300;

/** The search field's text, debounced into the URL; a change of the URL from elsewhere wins. */
function useSearchText({ get, put }: Address) {
  const addressValue = get("q");
  const [text, setText] = useState(addressValue);
  const [lastAddressValue, setLastAddressValue] = useState(addressValue);
  const [sent, setSent] = useState(addressValue);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (lastAddressValue !== addressValue) {
    setLastAddressValue(addressValue);
    // Must not overwrite text typed since the last search.
    if (addressValue !== sent) setText(addressValue);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    clearTimeout(timer.current);
    const q = value.trim().slice(0, MAX_SEARCH_LENGTH);
    setSent(q);
    put({ q, page: "" }, { replace: true });
  };
  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value), DEBOUNCE_MS);
  };
  return { text, type, send: () => search(text) };
}

/** A filter with its query parameter. The first option clears the filter. */
interface FilterChoice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  /** The selected option. Default: the parameter's value. */
  readonly value?: string;
  readonly below?: "lg";
}

interface FiltersProps {
  readonly address: Address;
  readonly texts: { readonly title: string; readonly search: string; readonly searchHint: string };
  readonly choices: readonly FilterChoice[];
  /** Date range filters, by query parameter. */
  readonly days?: readonly (readonly [name: string, label: string])[];
}

/** Filters stored in the URL; a change resets the page. */
export function FilterChoices({ address: { get, put }, choices }: Pick<FiltersProps, "address" | "choices">) {
  return choices.map(({ name, ...choice }) => (
    <Choice key={name} value={get(name)} {...choice} onChange={(value) => put({ [name]: value, page: "" })} />
  ));
}

/** Earlier days are intermediate input: typing the 2 of 2026 gives the year 0002. */
const MIN_DAY = "2000-01-01";

/** A date filter, stored in the URL once completely typed; a change of the URL from elsewhere wins. */
export function DayFilter({
  address: { get, put },
  name,
  label,
}: Pick<FiltersProps, "address"> & { readonly name: string; readonly label: string }) {
  const id = useId();
  const addressValue = get(name);
  const [day, setDay] = useState(addressValue);
  const [lastAddressValue, setLastAddressValue] = useState(addressValue);
  if (lastAddressValue !== addressValue) {
    setLastAddressValue(addressValue);
    setDay(addressValue);
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
          if (value === "" || value >= MIN_DAY) put({ [name]: value, page: "" });
        }}
      />
    </Box>
  );
}

/** Search and filters of a list, stored in the URL and applied by the server. */
export function Filters({ address, texts, choices, days = [] }: FiltersProps) {
  const search = useSearchText(address);
  const id = useId();
  return (
    <chakra.form
      role="search"
      aria-label={texts.title}
      {...filterStyle}
      onSubmit={(event) => {
        event.preventDefault();
        search.send();
      }}
    >
      <Box flex="1 1 17rem" minWidth="0" gridColumn="1 / -1">
        <chakra.label htmlFor={id} textStyle="label" color="muted">
          {texts.search}
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
            placeholder={texts.searchHint}
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

/** Layout of filters: two per row on phones, one row elsewhere. */
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
  /** Page size. */
  readonly size: number;
  readonly query: Query<Page<unknown>>;
}

/** Links to the previous and next page; hidden if there is only one page. */
export function Paging({ address, label, size, query }: PagingProps) {
  const { put } = address;
  const page = pageOf(address);
  const { total, rows } = query.data ?? { total: 0, rows: [] };
  const pages = Math.max(1, Math.ceil(total / size));
  // Rows of the last page may have left the list: go to the page before instead of showing an empty one.
  const isPastEnd = query.data !== undefined && !query.isFetching && !query.isError && page > pages;
  useEffect(() => {
    if (isPastEnd) put({ page: pageParameter(pages) }, { replace: true });
  }, [isPastEnd, pages, put]);
  if (total <= size && page === 1) return null;
  const go = (to: number) => put({ page: pageParameter(to) });
  const from = (page - 1) * size + 1;
  return (
    <Flex as="nav" aria-label={label} align="center" justify="space-between" gap="3" wrap="wrap" mt="4">
      <Text textStyle="small" color="muted">
        {rows.length === 0 ? "" : pagingStrings.shown(from, from + rows.length - 1, total)}
      </Text>
      <Flex align="center" gap="2">
        <SteadyButton variant="subtle" size="sm" off={page <= 1} onClick={() => go(page - 1)}>
          <ChevronLeft aria-hidden />
          {pagingStrings.previous}
        </SteadyButton>
        <Text textStyle="small" fontVariantNumeric="tabular-nums">
          {pagingStrings.page(page, pages)}
        </Text>
        <SteadyButton variant="subtle" size="sm" off={page >= pages} onClick={() => go(page + 1)}>
          {pagingStrings.next}
          <ChevronRight aria-hidden />
        </SteadyButton>
      </Flex>
    </Flex>
  );
}

interface ListPanelProps<Row> {
  readonly address: Address;
  readonly query: Query<Page<Row>>;
  readonly texts: {
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
  /** Page size. */
  readonly size: number;
  /** Query parameters of search and filters, for the button that clears them. */
  readonly filters?: readonly string[];
  readonly aside?: ReactNode;
  /** Rendered above the rows. */
  readonly above: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A paginated list with its loading, failed, empty and no-match states. */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { address, query, texts, size, filters = [], aside, above, children } = props;
  const filtered = filters.some((name) => address.get(name) !== "");
  const clear = () => address.put(Object.fromEntries([...filters, "page"].map((name) => [name, ""])));
  return (
    <Panel
      title={texts.title}
      aside={
        <Flex gap="2" wrap="wrap" align="center">
          <Text textStyle="small" color="muted" me="1">
            {query.data === undefined ? "" : texts.all(query.data.total)}
          </Text>
          <RefreshButton query={query} />
          {aside}
        </Flex>
      }
    >
      {above}
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {({ rows }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState title={texts.empty} level="h3">
                <Text color="muted">{filtered ? texts.emptyFiltered : texts.emptyText}</Text>
                {filtered && (
                  <Button variant="outline" onClick={clear}>
                    {texts.clear}
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
            <Paging address={address} label={texts.pages} size={size} query={query} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
