import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { cancelProof } from "../api/limit-proofs";
import type { WithSite } from "../api/site-state";
import { PartDone } from "../ui/part-done";
import { DecorativeIcon } from "../ui/sign";
import type { AppStore } from "./store";

/** A proof that is done sooner is not worth a word, in ms. */
const SHOWN_AFTER_MS = 400;

/** Texts of the notice. */
const strings = {
  title: "Checking your browser...",
  text: "Many requests come from your network right now, so this takes some seconds longer. Nothing is lost; it continues by itself.",
  progress: "Progress of the check",
  stop: "Stop",
} as const;

/** Once a proof takes long: what the browser works at, how much of it is done, and the button that gives it up. */
export function ProofNotice() {
  const dispatch = useDispatch<AppStore["dispatch"]>();
  const part = useSelector(({ site }: WithSite) => site.proof) ?? 0;
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!lasting) return null;
  return (
    <Flex
      gap="3"
      align="start"
      bg="card"
      borderWidth="1px"
      borderRadius="card"
      boxShadow="lg"
      p="4"
      pointerEvents="auto"
    >
      <DecorativeIcon icon={ShieldCheck} size={22} flexShrink="0" mt="0.5" color="indigo.text" />
      <Box flex="1" minWidth="0">
        <Text fontWeight="600">{strings.title}</Text>
        <Text textStyle="small" color="muted">
          {strings.text}
        </Text>
        <PartDone part={part} label={strings.progress} />
        <Button variant="subtle" size="sm" mt="3" onClick={() => dispatch(cancelProof())}>
          {strings.stop}
        </Button>
      </Box>
    </Flex>
  );
}
