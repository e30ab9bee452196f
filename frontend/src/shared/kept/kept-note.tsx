import { Text } from "@chakra-ui/react";
import { WifiOff } from "lucide-react";

/** Says that what is shown is not of now. */
export function KeptNote({ children }: { readonly children: string }) {
  return (
    <Text
      role="status"
      mb="3"
      px="4"
      py="2.5"
      bg="marigold.soft"
      borderRadius="card"
      display="flex"
      gap="2"
      alignItems="center"
    >
      <WifiOff size={18} aria-hidden style={{ flexShrink: 0 }} />
      <span>{children}</span>
    </Text>
  );
}
