import { Box, Text } from "@chakra-ui/react";
import { ReleaseUnpaidDto } from "@sakhi/domain/operator/booking-actions.dto";
import { useGetUnpaidHoldsQuery, useReleaseUnpaidHoldsMutation } from "../../../api/admin-api";
import { ActionDialog, reasonField } from "../parts/action-dialog";
import { useEventTitles } from "../parts/chosen-event";
import { unpaidStrings as texts } from "./plan.strings";

/** Choices of {@link UnpaidRelease}: addresses that keep more than so many stalls. */
const CHOICES = [1, 2, 3, 5, 10, 20] as const;

/** What a release would end, read while the dialog is open. */
function Preview({ event, moreThan }: { readonly event: string; readonly moreThan: number }) {
  const { currentData, isError } = useGetUnpaidHoldsQuery({ event, moreThan }, { refetchOnMountOrArgChange: true });
  if (isError) return <Box>{texts.failed}</Box>;
  return <Box>{currentData === undefined ? texts.loading : texts.consequence(currentData)}</Box>;
}

/** The event's unpaid holds as a whole, above the choice. */
function Lead({ event }: { readonly event: string }) {
  const { currentData: holds, isError } = useGetUnpaidHoldsQuery(
    { event, moreThan: CHOICES[0] },
    { refetchOnMountOrArgChange: true },
  );
  const unread = isError ? texts.failed : texts.loading;
  return (
    <>
      <Text>{texts.lead}</Text>
      <Text mt="2" fontWeight="600">
        {holds === undefined ? unread : texts.event(holds)}
      </Text>
    </>
  );
}

/** Ends the unpaid holds of all addresses that keep several stalls of an event, after a preview. */
export function UnpaidRelease({ event, onClose }: { readonly event: string; readonly onClose: () => void }) {
  const [release] = useReleaseUnpaidHoldsMutation();
  const titleOf = useEventTitles();
  return (
    <ActionDialog<ReleaseUnpaidDto>
      title={texts.title(titleOf(event))}
      danger
      dto={ReleaseUnpaidDto}
      initial={{ moreThan: 2, reason: "" }}
      lead={<Lead event={event} />}
      fields={() => [
        {
          name: "moreThan",
          label: texts.which,
          number: true,
          options: CHOICES.map((count) => [String(count), texts.option(count)] as const),
        },
        reasonField(),
      ]}
      consequence={({ moreThan }) => <Preview event={event} moreThan={Number(moreThan)} />}
      texts={texts}
      run={async ({ moreThan, reason }) => {
        const { message } = await release({ event, releaseUnpaidDto: { moreThan, reason } }).unwrap();
        return message;
      }}
      onClose={onClose}
    />
  );
}
