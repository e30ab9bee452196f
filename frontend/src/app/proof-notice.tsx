import { Button } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/notices";
import { ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { cancelProof } from "../api/limit-proofs";
import type { WithSite } from "../api/site-state";
import { OVER_PAGE, PartDone, WaitingNotice } from "../ui/waiting-notice";
import type { AppStore } from "./store";

/** A proof that is done sooner is not worth a word, in ms. */
const SHOWN_AFTER_MS = 400;

/** Texts of the notice. */
const strings = messages.proof;

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
    <WaitingNotice {...OVER_PAGE} icon={ShieldCheck} title={strings.title} text={strings.text} spins={false}>
      <PartDone part={part} label={strings.progress} />
      <Button variant="subtle" size="sm" mt="3" onClick={() => dispatch(cancelProof())}>
        {strings.stop}
      </Button>
    </WaitingNotice>
  );
}
