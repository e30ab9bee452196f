import { Flex, Text } from "@chakra-ui/react";
import { papersExportPath } from "@sakhi/domain/site/routes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useListPapersQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { bookingAddress } from "../addresses";
import { DownloadButton } from "../parts/download";
import { Loaded, Panel } from "../parts/panel";
import { RowsTable } from "../parts/rows-table";
import { strings } from "./questions.strings";

const texts = strings.list;

/** Sold stalls that are asked something, those that lack something first, and the CSV of all answers. */
export function PapersPanel({ slug }: { readonly slug: string }) {
  const query = useListPapersQuery(slug);
  const [show, setShow] = useState("missing");
  return (
    <Panel
      title={texts.title}
      aside={
        <DownloadButton
          text={texts.download}
          pending={texts.downloading}
          file={() => ({ address: papersExportPath(slug), name: "papers.csv" })}
          done={texts.done}
          failed={texts.failedDownload}
        />
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
                      cell: ({ missing }) => (missing.length === 0 ? texts.nothing : missing.join(", ")),
                    },
                  ]}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}
