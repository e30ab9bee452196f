import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { strings } from "./account.strings";
import { CopyButton } from "./copy-button";

const words = strings.codes;

function save(codes: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: words.file });
  link.click();
  URL.revokeObjectURL(address);
}

/** Recovery codes, shown this once. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box borderWidth="2px" borderStyle="solid" borderColor="marigold.solid" borderRadius="card" p="4">
      <chakra.h3 ref={heading} tabIndex={-1} textStyle="h3" mb="2" _focusVisible={{ outline: "none" }}>
        {words.title}
      </chakra.h3>
      <Text mb="3">{words.lead}</Text>
      <chakra.ul
        listStyleType="none"
        p="0"
        mb="4"
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(13rem, 1fr))"
        gap="1"
        fontFamily="monospace"
        fontSize="1.0625rem"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <Flex gap="2" wrap="wrap">
        <CopyButton text={codes.join("\n")}>{words.copy}</CopyButton>
        <Button variant="outline" size="sm" onClick={() => save(codes)}>
          <Download aria-hidden />
          {words.download}
        </Button>
        <Button size="sm" onClick={onDone}>
          {words.done}
        </Button>
      </Flex>
    </Box>
  );
}
