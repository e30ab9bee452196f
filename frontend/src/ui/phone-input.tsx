import { Box, chakra, Input, type InputProps } from "@chakra-ui/react";

/** An Indian phone number, with +91 before it in the field: it may be typed or pasted too, in any notation. */
export function PhoneInput(input: InputProps) {
  return (
    <Box position="relative" width="full">
      <chakra.span
        aria-hidden
        position="absolute"
        insetInlineStart="3"
        top="50%"
        transform="translateY(-50%)"
        fontWeight="600"
        color="muted"
        pointerEvents="none"
      >
        +91
      </chakra.span>
      <Input type="tel" inputMode="tel" fontVariantNumeric="tabular-nums" paddingInlineStart="3.25rem" {...input} />
    </Box>
  );
}
