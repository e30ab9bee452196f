import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { timeOf } from "../../parts/labels";
import { strings } from "./designer.strings";
import type { Saving } from "./use-draft";

/** Whether the draft is saved; after somebody else saved, the choice between the two drawings. */
export function SavingState({
  saving,
  onKeepMine,
  onLoadTheirs,
}: {
  readonly saving: Saving;
  readonly onKeepMine: () => void;
  readonly onLoadTheirs: () => void;
}) {
  const texts = strings.saving;
  if (saving.kind === "changed") {
    return (
      <Box role="alert" bg="alarm.soft" color="alarm.text" borderRadius="card" p="3">
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
