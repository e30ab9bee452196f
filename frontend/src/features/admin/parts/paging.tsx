import { Button, Flex, Text } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Address } from "./use-address";

const strings = {
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
        {shown === 0 ? "" : strings.shown(from, from + shown - 1, total)}
      </Text>
      <Flex align="center" gap="2">
        <Button variant="subtle" size="sm" disabled={page <= 1} onClick={() => go(page - 1)}>
          <ChevronLeft aria-hidden />
          {strings.previous}
        </Button>
        <Text textStyle="small" fontVariantNumeric="tabular-nums">
          {strings.page(page, pages)}
        </Text>
        <Button variant="subtle" size="sm" disabled={page >= pages} onClick={() => go(page + 1)}>
          {strings.next}
          <ChevronRight aria-hidden />
        </Button>
      </Flex>
    </Flex>
  );
}
