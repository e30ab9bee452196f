import { Button, Flex, Text } from "@chakra-ui/react";
import { dashboardPath, papersExportPath } from "@sakhi/domain/site/routes";
import { Mail } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type ManagedEvent, useListMessagesQuery, useListPapersQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { bookingAddress } from "../addresses";
import { startOf, WriteMessage } from "../messages/message-dialogs";
import { strings as messageStrings } from "../messages/messages.strings";
import { TableButtons } from "../parts/download";
import { dayOf, shortDayOf } from "../parts/labels";
import { Loaded, Panel } from "../parts/panel";
import { RowsTable } from "../parts/rows-table";
import { strings } from "./questions.strings";

const texts = strings.list;

const { remind } = messageStrings;

/** When those who lack papers are reminded, and where that is changed. */
function Reminders({ slug }: { readonly slug: string }) {
  const { currentData: messages } = useListMessagesQuery(slug);
  if (messages === undefined) return null;
  const to = messages
    .filter(({ audience, state }) => audience === "lacks_papers" && state === "waiting")
    .flatMap(({ dueAt }) => (dueAt === undefined ? [] : [dueAt]))
    .toSorted();
  return (
    <Text color="muted">
      <span>{to.length === 0 ? remind.noReminders : remind.reminders(to.map(shortDayOf))}</span>{" "}
      <Link to={dashboardPath({ view: "messages", event: slug })}>{remind.messages}</Link>
    </Text>
  );
}

/** Sold stalls that are asked something, those that lack something first, a reminder to these, and the CSV of all answers. */
export function PapersPanel({ event, canEdit }: { readonly event: ManagedEvent; readonly canEdit: boolean }) {
  const { slug } = event;
  const query = useListPapersQuery(slug);
  const [show, setShow] = useState("missing");
  const [reminding, setReminding] = useState(false);
  return (
    <Panel
      title={texts.title}
      aside={
        <Flex gap="2" wrap="wrap">
          <TableButtons
            text={texts.download}
            pending={texts.downloading}
            file={(format) => ({ address: papersExportPath(slug, format), name: `papers.${format}` })}
            done={texts.done}
            failed={texts.failedDownload}
          />
        </Flex>
      }
    >
      <Loaded query={{ ...query, data: query.currentData }} loading={texts.loading} failed={texts.failed}>
        {(all) => {
          const lacking = all.filter(({ missing }) => missing.length > 0);
          const rows = show === "missing" ? lacking : all;
          if (all.length === 0) return <Text>{texts.none}</Text>;
          return (
            <>
              <Flex gap="4" wrap="wrap" justify="space-between" align="end" mb="4">
                <Text role="status">{texts.lead(lacking.length, all.length)}</Text>
                <Choice
                  label={texts.show}
                  value={show}
                  options={[
                    ["missing", texts.shows.missing],
                    ["all", texts.shows.all],
                  ]}
                  onChange={setShow}
                />
              </Flex>
              <Flex gap="4" wrap="wrap" align="center" mb="4">
                {canEdit && lacking.length > 0 && (
                  <Button size="sm" onClick={() => setReminding(true)}>
                    <Mail aria-hidden />
                    {remind.button(lacking.length)}
                  </Button>
                )}
                <Reminders slug={slug} />
              </Flex>
              {rows.length > 0 && (
                <RowsTable
                  label={texts.table}
                  rows={rows}
                  keyOf={({ bookingId }) => bookingId}
                  columns={[
                    {
                      ...{ label: texts.columns.stall, heads: true },
                      cell: ({ bookingId, stallId }) => (
                        <Link to={bookingAddress(bookingId, slug)} aria-label={texts.open(stallId)}>
                          {stallId}
                        </Link>
                      ),
                    },
                    { label: texts.columns.business, cell: ({ businessName }) => businessName },
                    { label: texts.columns.answered, cell: ({ answered, asked }) => texts.answered(answered, asked) },
                    {
                      ...{ label: texts.columns.missing, wide: true },
                      cell: ({ missing, remindedAt }) => (
                        <>
                          <span>{missing.length === 0 ? texts.nothing : missing.join(", ")}</span>
                          {remindedAt !== undefined && missing.length > 0 && (
                            <span data-sub>{remind.reminded(dayOf(remindedAt))}</span>
                          )}
                        </>
                      ),
                    },
                  ]}
                />
              )}
            </>
          );
        }}
      </Loaded>
      {reminding && (
        <WriteMessage
          event={event}
          title={remind.dialog}
          start={{ ...startOf("papers_missing"), timing: "now" }}
          onClose={() => setReminding(false)}
        />
      )}
    </Panel>
  );
}
