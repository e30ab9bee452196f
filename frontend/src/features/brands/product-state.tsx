import { Box, Button, Flex, Text } from "@chakra-ui/react";
import type { OwnerState } from "@sakhi/domain/brands/owner-states";
import { Eye, EyeOff, Pause } from "lucide-react";
import { useState } from "react";
import { LaterConfirmDialog } from "../../ui/later-dialog";
import { strings } from "./my-brand.strings";

const texts = strings.states;

/** What the owner makes of the products that are on the site. */
export interface ProductStates {
  /** Undefined for a product that is not on the site. */
  readonly of: (id: string) => OwnerState | undefined;
  /** Whether it is the only one that is not hidden. */
  readonly isLast: (id: string) => boolean;
  readonly set: (id: string, name: string, state: OwnerState) => Promise<void>;
}

/** Pauses, hides and shows a product at once; hiding the last one is asked first, since the page goes with it. */
export function ProductStateButtons({
  id,
  name,
  states,
}: {
  readonly id: string;
  readonly name: string;
  readonly states: ProductStates;
}) {
  const [asking, setAsking] = useState(false);
  const state = states.of(id);
  if (state === undefined) return null;
  const set = (next: OwnerState): void => void states.set(id, name, next);
  const hide = (): void => (states.isLast(id) ? setAsking(true) : set("hidden"));
  return (
    <Box mb="4">
      {state !== "shown" && (
        <Text fontWeight="600" mb="2">
          {texts[state]}
        </Text>
      )}
      <Flex gap="2" wrap="wrap">
        {state !== "shown" && (
          <Button variant="outline" aria-label={texts.showLabel(name)} onClick={() => set("shown")}>
            <Eye aria-hidden />
            {texts.show}
          </Button>
        )}
        {state === "shown" && (
          <Button variant="outline" aria-label={texts.pauseLabel(name)} onClick={() => set("paused")}>
            <Pause aria-hidden />
            {texts.pause}
          </Button>
        )}
        {state !== "hidden" && (
          <Button variant="outline" aria-label={texts.hideLabel(name)} onClick={hide}>
            <EyeOff aria-hidden />
            {texts.hide}
          </Button>
        )}
      </Flex>
      <LaterConfirmDialog
        open={asking}
        title={texts.lastTitle(name)}
        stay={texts.keep}
        go={texts.hide}
        onStay={() => setAsking(false)}
        onGo={() => {
          setAsking(false);
          set("hidden");
        }}
      >
        {texts.lastText}
      </LaterConfirmDialog>
    </Box>
  );
}
