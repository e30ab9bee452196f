import { Button } from "@chakra-ui/react";
import { UsersRound } from "lucide-react";
import { OVER_PAGE, WaitingNotice } from "../ui/waiting-notice";

/** Texts of the notice. */
const strings = {
  title: "Many people are here at this moment",
  text: "This page tries again by itself for up to a minute. What you typed stays here, and a stall that you hold stays yours until its time is over.",
  stop: "Stop",
} as const;

/** That many people are here and the page tries again, and the button that ends it. */
export function CrowdNotice({ onStop }: { readonly onStop: () => void }) {
  return (
    <WaitingNotice {...OVER_PAGE} icon={UsersRound} title={strings.title} text={strings.text} spins>
      <Button variant="subtle" size="sm" mt="3" onClick={onStop}>
        {strings.stop}
      </Button>
    </WaitingNotice>
  );
}
