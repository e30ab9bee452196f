import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

const tableStyle = {
  width: "100%",
  fontSize: "0.9375rem",
  borderCollapse: "collapse",
  "& th, & td": { textAlign: "start", py: "0.375rem", pe: "0.75rem", borderBottom: "1px solid {colors.line}" },
  "& thead th": { color: "muted", fontWeight: "600", fontSize: "0.875rem" },
  "& tbody th": { fontWeight: "400", overflowWrap: "anywhere" },
  "& [data-number]": { textAlign: "end", fontVariantNumeric: "tabular-nums" },
} as const;

/** A table with a name and figures in each row. */
export function FiguresTable({
  label,
  heads,
  rows,
}: {
  readonly label: string;
  readonly heads: readonly string[];
  /** As many figures as there are heads after the first. */
  readonly rows: readonly (readonly [name: string, ...figures: ReactNode[]])[];
}) {
  return (
    <chakra.table css={tableStyle} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" data-number={index > 0 || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {figures.map((figure, index) => (
              <td key={heads[index + 1]} data-number>
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}
