import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { timeOf } from "../../parts/labels";
import { strings } from "./designer.strings";
import type { Saving } from "./use-draft";

const texts = strings.saving;

/**
 * After somebody else saved: the choice between the two drawings. Sticks to the top of the window, because nothing is
 * saved until it is made, and on phones the drawing fills the window.
 */
export function Conflict({
  onKeepMine,
  onLoadTheirs,
}: {
  readonly onKeepMine: () => void;
  readonly onLoadTheirs: () => void;
}) {
  return (
    <Box
      role="alert"
      data-sticks
      position="sticky"
      top="0"
      zIndex="sticky"
      bg="alarm.soft"
      color="alarm.text"
      borderWidth="1px"
      borderColor="alarm.text"
      borderRadius="card"
      p="3"
      mb="3"
    >
      <Text mb="2">{texts.changed}</Text>
      <Flex gap="2" wrap="wrap">
        <Button size="sm" onClick={onKeepMine}>
          {texts.keepMine}
        </Button>
        <Button size="sm" variant="outline" onClick={onLoadTheirs}>
          {texts.loadTheirs}
        </Button>
      </Flex>
    </Box>
  );
}

/** Whether the draft is saved; of a {@link Conflict}, nothing. */
export function SavingState({ saving }: { readonly saving: Saving }) {
  if (saving.kind === "changed") return null;
  const text = {
    same: () => texts.same,
    saved: () => texts.saved(saving.kind === "saved" ? timeOf(saving.at) : ""),
    unsaved: () => texts.unsaved,
    failed: () => `${texts.failed} ${saving.kind === "failed" ? saving.message : ""}`,
  }[saving.kind]();
  return (
    <Text role="status" data-saving={saving.kind} color={saving.kind === "failed" ? "alarm.text" : "muted"}>
      {text}
    </Text>
  );
}
