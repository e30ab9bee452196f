import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { framedPicture, type PageDifference } from "@sakhi/domain/brands/page-changes.rules";
import type { ReactNode } from "react";
import type { PictureResponse } from "../../../api/generated/administrator";
import { FRAMES } from "../../../shared/pictures/frame-previews";
import { PictureFrames } from "../../../shared/pictures/picture-frames";
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

interface ShownProps {
  readonly kind: PageDifference["kind"];
  readonly path: string;
  /** As `pageDifferences` has it; empty for nothing. */
  readonly value: string;
  readonly of: (id: string) => PictureResponse | undefined;
  readonly muted?: boolean;
  readonly chosen?: readonly string[];
  readonly onChoose?: (ids: readonly string[]) => void;
}

/** One side of a difference. */
export function Shown({ kind, path, value, of, muted = false, ...choice }: ShownProps) {
  switch (kind) {
    case "picture":
    case "pictures":
      return <Pictures ids={value} of={of} {...choice} />;
    case "frame": {
      const { id, focus } = framedPicture(value);
      const frames = path === "coverFocus" ? FRAMES.cover : FRAMES.product;
      return <PictureFrames picture={of(id)} alt={of(id)?.alt || strings.picture} focus={focus} frames={frames} />;
    }
    case "text":
    case "product":
      return <chakra.p {...(muted ? { color: "muted" } : {})}>{value || strings.removed}</chakra.p>;
  }
}

/** Pictures with their words; each opens in full in a new tab. */
function Pictures({
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
