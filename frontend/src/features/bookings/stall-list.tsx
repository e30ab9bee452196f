import { Box, Button, type ButtonProps, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { STALL_STATUSES, STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import type { LayoutStall } from "../../api/mela-api";
import { byNumber } from "../../shared/floor-plan/plan-geometry";
import { stallStyle, statusMark, typeMark } from "../../shared/floor-plan/stall-style";
import { Choice } from "../../ui/choice";
import { rupees } from "../../ui/money";
import { isServer } from "../../ui/server";
import { stallAddress } from "./asked-stall";
import { strings } from "./mela.strings";
import { typesOf } from "./plan-prices";
import { statusLabel } from "./visitors-plan";

/** The sortable columns; also the values of the `sort` query parameter. */
const SORT_COLUMNS = ["stall", "type", "price", "status"] as const;
type SortColumn = (typeof SORT_COLUMNS)[number];

/** Sort order of the list. */
export interface Sort {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** Parses the `sort` query parameter: `price`, or `-price` for descending. Defaults to the stall number. */
export function sortFrom(value: string | null): Sort {
  const name = (value ?? "").replace(/^-/, "");
  const column = SORT_COLUMNS.find((known) => known === name);
  return column === undefined
    ? { column: "stall", descending: false }
    : { column, descending: value?.startsWith("-") ?? false };
}

/** Filters by type and status; an empty or unknown value does not filter. */
export function filterStalls(stalls: readonly LayoutStall[], type: string, status: string): LayoutStall[] {
  const known = (STALL_STATUSES as readonly string[]).includes(status);
  return stalls.filter(
    (stall) =>
      (!stalls.some((other) => other.type === type) || stall.type === type) && (!known || stall.status === status),
  );
}

/** Premium, Standard, then the others. */
const typeOrder = (type: string): number => {
  const specified: readonly string[] = STALL_TYPES;
  return specified.includes(type) ? specified.indexOf(type) : STALL_TYPES.length;
};

function compare(column: SortColumn, a: LayoutStall, b: LayoutStall): number {
  switch (column) {
    case "stall":
      return byNumber(a, b);
    case "type":
      return typeOrder(a.type) - typeOrder(b.type) || a.type.localeCompare(b.type);
    case "price":
      return a.price - b.price;
    case "status":
      return STALL_STATUSES.indexOf(a.status) - STALL_STATUSES.indexOf(b.status);
  }
}

/** Sorts the stalls; ties are ordered by number. */
export function sortStalls(stalls: readonly LayoutStall[], { column, descending }: Sort): LayoutStall[] {
  const sign = descending ? -1 : 1;
  return stalls.toSorted((a, b) => sign * compare(column, a, b) || byNumber(a, b));
}

const tableStyle = {
  ...stallStyle,
  width: "100%",
  borderCollapse: "collapse",
  "& th, & td": { textAlign: "start", py: "0.5rem", px: { base: "0.25rem", md: "0.75rem" }, verticalAlign: "middle" },
  "& thead th": { borderBottom: "2px solid {colors.line}", fontWeight: "600" },
  "& tbody tr": { borderBottom: "1px solid {colors.line}" },
  "& tbody tr:hover": { bg: "sunk" },
  "& [data-price]": { textAlign: "end", fontVariantNumeric: "tabular-nums" },
  "& [data-wide]": { display: { base: "none", md: "table-cell" } },
  "& [data-narrow]": { display: { base: "block", md: "none" } },
  "& th button": {
    display: "inline-flex",
    alignItems: "center",
    gap: "0.375rem",
    minHeight: "2.75rem",
    cursor: "pointer",
    fontWeight: "600",
    color: "indigo.text",
  },
} as const;

interface StallListProps {
  readonly stalls: readonly LayoutStall[];
  readonly own: string | undefined;
  readonly onChoose: (stall: LayoutStall) => void;
}

/** Icons of the sorted column. */
const DIRECTIONS = { ascending: ArrowUp, descending: ArrowDown } as const;

/** List equivalent of the plan: the same stalls and actions. Filters and sort order are query parameters. */
export function StallList({ stalls, own, onChoose }: StallListProps) {
  const [params, setParams] = useSearchParams();
  const type = params.get("type") ?? "";
  const status = params.get("status") ?? "";
  const sort = sortFrom(params.get("sort"));
  const shown = sortStalls(filterStalls(stalls, type, status), sort);

  // A filter has an entry of its own, so that Back takes it away.
  const setParam = (name: string, value: string, { replace } = { replace: false }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const sortBy = (column: SortColumn) =>
    setParam("sort", sort.column === column && !sort.descending ? `-${column}` : column, { replace: true });

  return (
    <Box px={{ base: "4", md: "0" }}>
      <Grid
        gap="3"
        templateColumns={{ base: "repeat(auto-fit, minmax(min(6rem, 100%), 1fr))", md: "repeat(2, max-content)" }}
        mb={{ base: "1", md: "4" }}
      >
        <Choice
          label={strings.list.filterType}
          value={type}
          onChange={(value) => setParam("type", value)}
          options={[["", strings.list.all], ...typesOf(stalls).map((name) => [name, stallTypeLabel(name)] as const)]}
        />
        <Choice
          label={strings.list.filterStatus}
          value={status}
          onChange={(value) => setParam("status", value)}
          options={[
            ["", strings.list.all],
            ...STALL_STATUSES.map((name) => [name, strings.plan.status[name]] as const),
          ]}
        />
        <Choice
          below="md"
          label={strings.list.sortBy}
          value={sort.descending ? `-${sort.column}` : sort.column}
          onChange={(value) => setParam("sort", value, { replace: true })}
          options={SORT_COLUMNS.flatMap((column) => {
            const [ascending, descending] = strings.list.sorts[column];
            return [[column, ascending] as const, [`-${column}`, descending] as const];
          })}
        />
      </Grid>
      <Text role="status" color="muted" mb="2">
        {strings.list.shown(shown.length)}
      </Text>
      {shown.length === 0 ? (
        <Box
          bg="card"
          borderRadius="card"
          p="6"
          textAlign="center"
          borderWidth="1px"
          borderStyle="dashed"
          borderColor="edge"
        >
          <Text mb="3">{strings.list.none}</Text>
          <Button variant="outline" onClick={() => setParams({ view: "list" })}>
            {strings.list.clear}
          </Button>
        </Box>
      ) : (
        <Box overflowX="auto">
          <chakra.table css={tableStyle} aria-label={strings.list.caption}>
            <thead>
              <tr>
                {SORT_COLUMNS.map((column) => {
                  const active = sort.column === column;
                  const order = sort.descending ? "descending" : "ascending";
                  const Icon = active ? DIRECTIONS[order] : ArrowUpDown;
                  return (
                    <th
                      key={column}
                      scope="col"
                      data-wide={column === "type" || column === "price" ? "" : undefined}
                      data-price={column === "price" ? "" : undefined}
                      aria-sort={active ? order : "none"}
                    >
                      <button type="button" onClick={() => sortBy(column)}>
                        <span>{strings.list.columns[column]}</span>
                        <Icon size={16} aria-hidden />
                      </button>
                    </th>
                  );
                })}
                <th scope="col">{strings.list.action}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((stall) => (
                <StallRow key={stall.stallId} stall={stall} own={own} onChoose={onChoose} />
              ))}
            </tbody>
          </chakra.table>
        </Box>
      )}
    </Box>
  );
}

function StallRow({ stall, own, onChoose }: { readonly stall: LayoutStall } & Omit<StallListProps, "stalls">) {
  const { stallId, type, price, status } = stall;
  const mine = stallId === own;
  return (
    <tr>
      <th scope="row">
        <Box fontFamily="heading" fontWeight="700" fontSize="1.25rem" lineHeight="1.2">
          {stallId}
        </Box>
        <Box data-narrow fontSize="0.9375rem" fontWeight="400" color="muted">
          {`${stallTypeLabel(type)}, ${rupees(price)}`}
        </Box>
      </th>
      <td data-wide>
        <Flex align="center" gap="2">
          <Box aria-hidden data-mark={typeMark(stall)} width="12px" height="12px" />
          <span>{stallTypeLabel(type)}</span>
        </Flex>
      </td>
      <td data-wide data-price>
        {rupees(price)}
      </td>
      <td>
        <Flex align="center" gap="2" lineHeight="1.25">
          <Box
            aria-hidden
            data-status={statusMark(stall)}
            width="1.5rem"
            height="1.5rem"
            borderRadius="4px"
            borderWidth="0"
            flexShrink="0"
          />
          <span>{mine ? strings.plan.yours : statusLabel(stall, own)}</span>
        </Flex>
      </td>
      <td>
        {mine || status === "Available" ? (
          <ChooseButton
            size="sm"
            data-stall={stallId}
            variant={mine ? "solid" : "outline"}
            aria-label={mine ? strings.list.continueWith(stallId) : strings.list.choose(stallId)}
            href={stallAddress(stall, "list")}
            onClick={() => onChoose(stall)}
            words={mine ? strings.list.continueShort : strings.list.chooseShort}
          />
        ) : (
          <chakra.span display="flex" alignItems="center" minHeight="tap" color="muted" textStyle="small">
            {strings.list.taken}
          </chakra.span>
        )}
      </td>
    </tr>
  );
}

interface ChooseButtonProps extends ButtonProps {
  readonly href: string;
  readonly words: string;
}

/** A button; rendered on the server, a link that looks like it, because no script answers yet. */
function ChooseButton({ href, words, onClick, ...button }: ChooseButtonProps) {
  if (!isServer)
    return (
      <Button {...button} onClick={onClick}>
        {words}
      </Button>
    );
  return (
    <Button asChild {...button}>
      <a href={href} rel="nofollow">
        {words}
      </a>
    </Button>
  );
}
