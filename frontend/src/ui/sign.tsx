import { Box, type BoxProps } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";

/** A sign beside words that say the same; nobody hears it. */
export function Sign({ icon: Icon, size, ...box }: BoxProps & { readonly icon: LucideIcon; readonly size?: number }) {
  return (
    <Box aria-hidden {...box}>
      <Icon size={size} />
    </Box>
  );
}
