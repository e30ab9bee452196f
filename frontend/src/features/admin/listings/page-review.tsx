import { Box, chakra, Field, Flex, Text } from "@chakra-ui/react";
import { pageDifferences } from "@sakhi/domain/brands/page-changes.rules";
import { useRef } from "react";
import { type BrandChangeSummaryResponse } from "../../../api/admin-api";
import { Modal } from "../../../ui/dialog";
import { SteadyButton } from "../../../ui/steady-button";
import { FieldError, TextLines } from "../../../ui/text-field";
import { Loaded } from "../parts/panel";
import { strings } from "./page-changes.strings";
import { Shown, Side } from "./page-review.parts";
import { isEditable, usePageReview } from "./use-page-review";

/** Shows what changed, and takes the operator's answer. */
export function PageReview({
  change,
  onClose,
}: {
  readonly change: BrandChangeSummaryResponse;
  readonly onClose: () => void;
}) {
  const review = usePageReview(change, onClose);
  const { query, data, problem, busy, edits, setEdits, chosen, setChosen, reason, setReason, asked, setAsked } = review;
  const reasonBox = useRef<HTMLDivElement>(null);
  const picture = (id: string) => data?.pictures.find((each) => each.id === id);
  return (
    <Modal
      open
      wide
      toRead
      title={strings.open(change.brandName)}
      onClose={onClose}
      footer={
        change.trusted ? (
          <SteadyButton inactive={busy} onClick={() => void review.seenNow()}>
            {strings.seen}
          </SteadyButton>
        ) : (
          <>
            <SteadyButton
              variant="outline"
              inactive={busy || data === undefined}
              onClick={() => {
                if (reason.trim().length >= 3) void review.returnNow();
                else {
                  setAsked(true);
                  reasonBox.current?.querySelector("textarea")?.focus();
                }
              }}
            >
              {chosen.length === 0 ? strings.return : strings.returnPictures(chosen.length)}
            </SteadyButton>
            <SteadyButton inactive={busy || data === undefined} onClick={() => void review.acceptNow()}>
              {strings.accept}
            </SteadyButton>
          </>
        )
      }
    >
      <Text role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Text>
      <Loaded query={{ ...query, data }} loading={strings.loading} failed={strings.notLoaded}>
        {({ before: was, after: is, approved, trusted }) => (
          <>
            {!trusted && <Text mb="4">{approved ? strings.publishesNow : strings.publishesLater}</Text>}
            <chakra.ul listStyleType="none" display="grid" gap="5">
              {pageDifferences(was, is).map(({ path, label, kind, before, after }) => (
                <chakra.li key={path} borderTopWidth="1px" pt="4">
                  <chakra.h3 fontWeight="600" mb="2" overflowWrap="anywhere">
                    {label}
                  </chakra.h3>
                  <Flex gap="4" direction={{ base: "column", md: "row" }}>
                    {before !== "" && (
                      <Side title={strings.before}>
                        <Shown {...{ kind, path }} value={before} of={picture} muted />
                      </Side>
                    )}
                    <Side title={before === "" ? strings.added : strings.after}>
                      {isEditable(path) && !trusted ? (
                        <TextLines
                          lines={after.length > 120 ? 6 : 2}
                          aria-label={strings.afterOf(label)}
                          value={edits[path] ?? after}
                          onChange={(event) => setEdits({ ...edits, [path]: event.currentTarget.value })}
                        />
                      ) : (
                        <Shown
                          {...{ kind, path, chosen }}
                          value={after}
                          of={picture}
                          {...(trusted ? {} : { onChoose: setChosen })}
                        />
                      )}
                    </Side>
                  </Flex>
                </chakra.li>
              ))}
            </chakra.ul>
            {!trusted && (
              <Box ref={reasonBox} mt="5" borderTopWidth="1px" pt="4">
                <Field.Root invalid={asked && reason.trim().length < 3}>
                  <Field.Label>{strings.reason}</Field.Label>
                  <TextLines
                    lines={2}
                    maxLength={300}
                    value={reason}
                    onChange={(event) => setReason(event.currentTarget.value)}
                  />
                  <Field.HelperText>{strings.reasonHelp}</Field.HelperText>
                  <FieldError>{strings.reasonMissing}</FieldError>
                </Field.Root>
              </Box>
            )}
          </>
        )}
      </Loaded>
    </Modal>
  );
}
