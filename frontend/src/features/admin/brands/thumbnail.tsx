import { Box } from "@chakra-ui/react";
import { ImageOff } from "lucide-react";
import type { Picture } from "../../../api/admin-api";

/** A small picture of the dashboard, with the words of the picture, or a sign that there is none. */
export function Thumbnail({ picture, name }: { readonly picture: Picture | undefined; readonly name: string }) {
  // WebP: every browser that runs the dashboard shows it. The smallest width is enough.
  const file = picture?.files.find(({ format }) => format === "webp");
  return (
    <Box
      width="4.5rem"
      height="4.5rem"
      flexShrink="0"
      borderWidth="1px"
      borderRadius="card"
      bg="sunk"
      overflow="hidden"
      display="grid"
      placeItems="center"
      color="muted"
    >
      {file === undefined ? (
        <ImageOff size={22} aria-hidden />
      ) : (
        <img
          src={file.url}
          alt={picture?.alt || name}
          width={file.width}
          height={file.height}
          loading="lazy"
          style={{ width: "100%", height: "100%", objectFit: "cover" }}
        />
      )}
    </Box>
  );
}
