import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { type ReactNode } from "react";
import type { PictureResponse } from "../../../api/generated/administrator";
import { strings } from "./page-changes.strings";

/** The page before or after. */
export function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box flex="1" minWidth="0" overflowWrap="anywhere" whiteSpace="pre-wrap">
      <Text textStyle="label" color="muted" mb="1">
        {title}
      </Text>
      {children}
    </Box>
  );
}

/** Pictures with their words; each opens in full in a new tab. */
export function Pictures({
  ids,
  of,
  chosen = [],
  onChoose,
}: {
  readonly ids: string;
  readonly of: (id: string) => PictureResponse | undefined;
  readonly chosen?: readonly string[];
  readonly onChoose?: (ids: readonly string[]) => void;
}) {
  const shown = ids.split(" ").filter((id) => id !== "");
  if (shown.length === 0) return <p>{strings.removed}</p>;
  return (
    <Flex gap="3" wrap="wrap">
      {shown.map((id) => {
        const files = of(id)?.files.filter(({ format }) => format === "webp") ?? [];
        const alt = of(id)?.alt ?? "";
        return (
          <Box key={id} width="9rem">
            <a href={files.at(-1)?.url} target="_blank" rel="noopener">
              <chakra.img
                src={files[0]?.url}
                alt={alt || strings.picture}
                width="9rem"
                height="9rem"
                // Whole: what the owner's frames cut, the operator sees, too.
                objectFit="contain"
                bg="sunk"
                borderRadius="small"
                opacity={chosen.includes(id) ? "0.5" : "1"}
              />
            </a>
            {alt !== "" && <Text textStyle="small">{alt}</Text>}
            {onChoose !== undefined && (
              <chakra.label display="flex" gap="2" minHeight="tap" alignItems="center">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={(event) =>
                    onChoose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                  }
                />
                <span>{strings.returnThis}</span>
              </chakra.label>
            )}
          </Box>
        );
      })}
    </Flex>
  );
}
