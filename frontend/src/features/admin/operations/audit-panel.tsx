import { Box, Flex } from "@chakra-ui/react";
import { AUDIT_KINDS, AUDIT_SUBJECTS } from "@sakhi/domain/admin/admin.choices";
import { useListAuditPeopleQuery, useListAuditQuery } from "../../../api/admin-api";
import { allowedValue, pageQuery, useAddress } from "../parts/address";
import { AuditList } from "../parts/audit-list";
import { TableButtons } from "../parts/download";
import { DayFilter, FilterChoices, filterStyle } from "../parts/filters";
import { Paging } from "../parts/list-page";
import { Loaded, Nothing, Panel } from "../parts/panel";
import { strings } from "./operations.strings";

const PAGE_SIZE = 25;

/** The audit log, newest first, filtered by person, day, kind and subject, and as a file. */
export function AuditPanel() {
  const texts = strings.audit;
  const address = useAddress();
  const people = useListAuditPeopleQuery().data ?? [];
  const filter = {
    subjectType: allowedValue(address, "about", AUDIT_SUBJECTS),
    kind: allowedValue(address, "kind", AUDIT_KINDS),
    ...givenOf({ administrator: address.get("who"), from: address.get("from"), to: address.get("to") }),
  };
  const { subjectType, kind } = filter;
  const query = useListAuditQuery({ ...filter, ...pageQuery(address, PAGE_SIZE) });
  return (
    <Panel
      title={texts.title}
      aside={
        <Flex gap="2" wrap="wrap">
          <TableButtons
            text={texts.download}
            pending={texts.downloading}
            file={(format) => ({
              address: `/api/v1/mela/admin/audit.${format}?${new URLSearchParams(givenOf(filter)).toString()}`,
              name: `mela-audit-log.${format}`,
            })}
            done={texts.downloaded}
            failed={texts.downloadFailed}
          />
        </Flex>
      }
    >
      <Box role="search" aria-label={texts.filters} {...filterStyle}>
        <DayFilter address={address} name="from" label={texts.from} />
        <DayFilter address={address} name="to" label={texts.to} />
        <FilterChoices
          address={address}
          choices={[
            {
              name: "who",
              label: texts.who,
              options: [["", texts.everyone], ...people.map((name) => [name, name] as const)],
            },
            {
              name: "kind",
              label: texts.kind,
              value: kind ?? "",
              options: [["", texts.all], ...AUDIT_KINDS.map((each) => [each, texts.kinds[each]] as const)],
            },
            {
              name: "about",
              label: texts.about,
              value: subjectType ?? "",
              options: [
                ["", texts.all],
                ...AUDIT_SUBJECTS.map((subject) => [subject, texts.subjects[subject]] as const),
              ],
            },
          ]}
        />
      </Box>
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {({ rows }) => (
          <>
            {rows.length === 0 ? <Nothing>{texts.empty}</Nothing> : <AuditList entries={rows} subject />}
            <Paging address={address} label={texts.pages} size={PAGE_SIZE} query={query} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** The parameters that have a value. */
function givenOf(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""),
  );
}
