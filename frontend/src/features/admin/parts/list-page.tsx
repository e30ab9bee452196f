import { Box, Button, Flex, Text } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/admin-parts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { Page } from "../../../api/admin-api";
import { EmptyState } from "../../../ui/states";
import { SteadyButton } from "../../../ui/steady-button";
import { type Address, pageOf, pageParameter } from "./address";
import { Loaded, Panel, type Query, RefreshButton } from "./panel";

const pagingStrings = {
  ...messages.paging,
  shown: (from: number, to: number, total: number) => messages.paging.shown({ from, to, total }),
  page: (page: number, pages: number) => messages.paging.page({ page, pages }),
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
        <SteadyButton variant="subtle" size="sm" inactive={page <= 1} onClick={() => go(page - 1)}>
          <ChevronLeft aria-hidden />
          {pagingStrings.previous}
        </SteadyButton>
        <Text textStyle="small" fontVariantNumeric="tabular-nums">
          {pagingStrings.page(page, pages)}
        </Text>
        <SteadyButton variant="subtle" size="sm" inactive={page >= pages} onClick={() => go(page + 1)}>
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
                // The rows of another page or filter; a refresh does not dim them.
                opacity={query.isFetching && query.currentData === undefined ? 0.75 : 1}
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
