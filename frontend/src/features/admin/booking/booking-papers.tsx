import { Flex } from "@chakra-ui/react";
import { paperFilePath } from "@sakhi/domain/site/routes";
import { useGetBookingPapersQuery } from "../../../api/admin-api";
import { strings as all } from "../event/questions.strings";
import { DownloadButton } from "../parts/download";
import { DetailRows, Loaded, Section } from "../parts/panel";
import { useRight } from "../parts/session";

const strings = all.booking;

/** What the event asks of a booking, with the answers; operators download files. Nothing if nothing is asked. */
export function BookingPapers({ id }: { readonly id: string }) {
  const canEdit = useRight("bookings.change");
  const query = useGetBookingPapersQuery(id);
  if (query.currentData?.length === 0) return null;
  return (
    <Section title={strings.title}>
      <Loaded query={{ ...query, data: query.currentData }} loading={strings.loading} failed={strings.failed}>
        {(papers) => (
          <DetailRows
            minWidth="8rem"
            facts={papers.map(({ key, label, answer, required, file }) => [
              label,
              answer === undefined || file === undefined ? (
                (answer ?? (required ? strings.missing : strings.none))
              ) : (
                <Flex gap="2" wrap="wrap" align="center">
                  <span>{answer}</span>
                  {canEdit && (
                    <DownloadButton
                      text={strings.download}
                      pending={strings.downloading}
                      label={strings.label(label)}
                      file={() => ({ address: paperFilePath(id, key), name: answer })}
                      done={strings.done}
                      failed={strings.failedDownload}
                    />
                  )}
                </Flex>
              ),
            ])}
          />
        )}
      </Loaded>
    </Section>
  );
}
