import { Box, type BoxProps, chakra, type HTMLChakraProps } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";

/** A decorative icon, hidden from screen readers. */
export function DecorativeIcon({
  icon: Icon,
  size,
  ...box
}: BoxProps & { readonly icon: LucideIcon; readonly size?: number }) {
  return (
    <Box aria-hidden {...box}>
      <Icon size={size} />
    </Box>
  );
}

/** An entry of a description list, with the value below its name. */
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

/** An entry of a description list with an icon in its start padding (`ps`). */
export function FactWithIcon({ icon, size, name, children, ...fact }: SignedFactProps) {
  return (
    <Box position="relative" {...fact}>
      <chakra.dt textStyle="label" color="muted">
        <DecorativeIcon
          icon={icon}
          size={size}
          as="span"
          position="absolute"
          insetInlineStart="0"
          top="1"
          color="rani.text"
        />
        <span>{name}</span>
      </chakra.dt>
      <dd>{children}</dd>
    </Box>
  );
}
