import { Box, chakra } from "@chakra-ui/react";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { tableStyle } from "./table-style";

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
