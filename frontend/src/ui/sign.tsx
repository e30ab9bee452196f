import { Box, type BoxProps, chakra, type HTMLChakraProps } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";

/** A sign beside words that say the same; nobody hears it. */
export function Sign({ icon: Icon, size, ...box }: BoxProps & { readonly icon: LucideIcon; readonly size?: number }) {
  return (
    <Box aria-hidden {...box}>
      <Icon size={size} />
    </Box>
  );
}

/** A name with its value under it. */
export function LabelledFact({ name, ...value }: HTMLChakraProps<"dd"> & { readonly name: string }) {
  return (
    <div>
      <chakra.dt textStyle="label" color="muted">
        {name}
      </chakra.dt>
      <chakra.dd fontWeight="600" overflowWrap="anywhere" {...value} />
    </div>
  );
}

interface SignedFactProps extends BoxProps {
  readonly icon: LucideIcon;
  readonly size: number;
  readonly name: string;
}

/** A name with its value under it, and its sign in the room at the start (`ps`). */
export function SignedFact({ icon, size, name, children, ...fact }: SignedFactProps) {
  return (
    <Box position="relative" {...fact}>
      <chakra.dt textStyle="label" color="muted">
        <Sign icon={icon} size={size} as="span" position="absolute" insetInlineStart="0" top="1" color="rani.text" />
        {name}
      </chakra.dt>
      <dd>{children}</dd>
    </Box>
  );
}
