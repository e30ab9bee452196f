import { Button } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/notices";
import { UsersRound } from "lucide-react";
import { OVER_PAGE, WaitingNotice } from "../ui/waiting-notice";

/** Texts of the notice. */
const strings = messages.crowd;

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
