import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import type { OwnAccount } from "../../../api/admin-api";
import { useEndOtherSessionsMutation, useEndSessionMutation } from "../../../api/admin-api";
import { personMessage } from "../../../api/failure";
import { showToast } from "../../../ui/toast";
import { Chip, Panel } from "../parts/panel";
import { momentOf } from "../parts/when";
import { strings } from "./account.strings";

const words = strings.sessions;

/** Says what came of ending sessions. */
async function record(ending: Promise<string>): Promise<void> {
  try {
    showToast({ kind: "success", title: await ending });
  } catch (error) {
    showToast({ kind: "error", title: personMessage(error, words.failed) });
  }
}

/** Where one is logged in; each can be ended, and all others at once. */
export function Sessions({ sessions }: Pick<OwnAccount, "sessions">) {
  const [end, ending] = useEndSessionMutation();
  const [endOthers, endingOthers] = useEndOtherSessionsMutation();
  const busy = ending.isLoading || endingOthers.isLoading;
  return (
    <Panel
      title={words.title}
      aside={
        sessions.length > 1 && (
          <Button
            size="sm"
            variant="outline"
            disabled={busy}
            onClick={() =>
              void record(
                endOthers()
                  .unwrap()
                  .then(({ ended }) => words.endedOthers(ended)),
              )
            }
          >
            {words.endOthers}
          </Button>
        )
      }
    >
      <Text color="muted" mb="3">
        {words.lead}
      </Text>
      <chakra.ul listStyleType="none" p="0" display="grid" gap="2">
        {sessions.map(({ id, browser, createdAt, lastUsedAt, current }) => (
          <chakra.li key={id} borderTopWidth="1px" borderTopStyle="solid" borderColor="line" pt="2">
            <Flex justify="space-between" align="center" gap="3" wrap="wrap">
              <Box minWidth="0">
                <Flex gap="2" wrap="wrap" align="center">
                  <strong>{browser}</strong>
                  {current && <Chip tone="good">{words.current}</Chip>}
                </Flex>
                <Box textStyle="small" color="muted">
                  {words.since(momentOf(createdAt))}, {words.used(momentOf(lastUsedAt))}
                </Box>
              </Box>
              {!current && (
                <Button
                  size="sm"
                  variant="outline"
                  disabled={busy}
                  aria-label={words.endLabel(browser, momentOf(createdAt))}
                  onClick={() =>
                    void record(
                      end(id)
                        .unwrap()
                        .then(() => words.ended),
                    )
                  }
                >
                  {words.end}
                </Button>
              )}
            </Flex>
          </chakra.li>
        ))}
      </chakra.ul>
    </Panel>
  );
}
