import { Box, Text } from "@chakra-ui/react";
import { readGstNumber } from "@sakhi/domain/fields/identifiers";
import messages from "@sakhi/domain/generated/messages/en/gst-warning";
import { isGstin } from "@sakhi/domain/invoices/gstin";

/** Warns about a complete GST number with a wrong check digit; it is not an error. */
export function GstWarning({ number }: { readonly number: string }) {
  const typed = readGstNumber(number);
  return (
    <Box role="status">
      {typed.length >= 15 && !isGstin(typed) && (
        <Text textStyle="small" bg="marigold.soft" px="3" py="2" borderRadius="small">
          {messages.text}
        </Text>
      )}
    </Box>
  );
}
