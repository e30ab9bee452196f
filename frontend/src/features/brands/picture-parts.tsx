import { Box, Button, chakra, Text } from "@chakra-ui/react";
import type { OwnPicture } from "../../api/brand-api";
import { strings } from "./my-brand.strings";

/** A small picture of a place. */
export function Thumbnail({ picture, alt }: { readonly picture: OwnPicture | undefined; readonly alt: string }) {
  const file = picture?.files.find(({ format }) => format === "webp");
  return (
    <Box width="5rem" height="5rem" borderRadius="small" overflow="hidden" bg="sunk" flexShrink="0">
      {file === undefined ? (
        <Text textStyle="label" p="2">
          {picture?.problem?.message ?? strings.checking}
        </Text>
      ) : (
        <chakra.img src={file.url} alt={alt} width="100%" height="100%" objectFit="cover" />
      )}
    </Box>
  );
}

/** A button with an icon only. */
export function IconButton({
  label,
  icon,
  off = false,
  onClick,
}: {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly off?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Button
      variant="outline"
      minWidth="tap"
      minHeight="tap"
      px="2"
      aria-label={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) onClick();
      }}
    >
      {icon}
    </Button>
  );
}
