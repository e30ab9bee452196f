import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useProofWork } from "../api/limit-proofs";
import { PartDone } from "../ui/part-done";
import { DecorativeIcon } from "../ui/sign";
import { strings } from "./app.strings";

/** A proof that is done sooner is not worth a word, in ms. */
const SHOWN_AFTER_MS = 400;

/** True once `working` has been true for a while. */
function useLasting(working: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!working) return undefined;
    const timer = setTimeout(() => setLasting(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [working]);
  return working && lasting;
}

/** Says why a call takes longer while the browser solves a proof of work for it, on whatever page. */
export function ProofCard() {
  const work = useProofWork();
  const shown = useLasting(work !== undefined);
  const { title, text, progress, cancel } = strings.proof;
  return (
    // Always there, so that screen readers announce what appears in it.
    <Box
      role="status"
      position="fixed"
      zIndex="toast"
      bottom={{ base: "3", md: "6" }}
      insetInlineStart={{ base: "3", md: "6" }}
      insetInlineEnd={{ base: "3", md: "auto" }}
      width={{ md: "26rem" }}
      pointerEvents={shown ? "auto" : "none"}
    >
      {shown && work !== undefined && (
        <Flex gap="3" align="start" bg="card" borderWidth="1px" borderRadius="card" boxShadow="lg" p="4">
          <DecorativeIcon icon={ShieldCheck} size={22} flexShrink="0" mt="0.5" color="indigo.text" />
          <Box flex="1" minWidth="0">
            <Text fontWeight="600">{title}</Text>
            <Text textStyle="small" color="muted">
              {text}
            </Text>
            <PartDone part={work.part} label={progress} />
            <Button variant="subtle" size="sm" mt="3" onClick={work.cancel}>
              {cancel}
            </Button>
          </Box>
        </Flex>
      )}
    </Box>
  );
}
