import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/admin-dialogs";
import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { useCopyText } from "../../../ui/toast";
import { useDraft } from "./session";

const strings = messages.once;

/** Copies a text, and says so. */
export function CopyButton({ text, children }: { readonly text: string; readonly children: string }) {
  const copyText = useCopyText();
  const copy = () => copyText(text, { title: strings.copied }, { title: strings.notCopied });
  return (
    <Button variant="outline" size="sm" onClick={() => void copy()}>
      <Copy aria-hidden />
      {children}
    </Button>
  );
}

interface ShownOnceProps {
  readonly texts: { readonly title: string; readonly lead: string; readonly value: string };
  readonly secret: string;
  readonly onDone: () => void;
}

/** A secret that is shown only now. Takes the focus, and stays after the end of the session, like form input. */
export function ShownOnce({ texts, secret, onDone }: ShownOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  useDraft();
  return (
    <Box borderWidth="2px" borderColor="marigold.solid" borderRadius="card" p="4" mb="4">
      <chakra.h3 ref={heading} tabIndex={-1} textStyle="h3" mb="2" _focusVisible={{ outline: "none" }}>
        {texts.title}
      </chakra.h3>
      <Text mb="3">{texts.lead}</Text>
      <chakra.code
        aria-label={texts.value}
        display="block"
        fontFamily="monospace"
        fontSize="0.9375rem"
        overflowWrap="anywhere"
        mb="4"
      >
        {secret}
      </chakra.code>
      <Flex gap="2" wrap="wrap">
        <CopyButton text={secret}>{strings.copy}</CopyButton>
        <Button size="sm" onClick={onDone}>
          {strings.done}
        </Button>
      </Flex>
    </Box>
  );
}
