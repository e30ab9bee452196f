import { Box, Button, Flex } from "@chakra-ui/react";
import { AUDIT_SUBJECTS } from "@sakhi/domain/admin/audit";
import { useListAuditQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { AuditList } from "../parts/audit-list";
import { Loaded } from "../parts/loaded";
import { Nothing, Panel } from "../parts/panel";
import { spoken } from "../parts/spoken";
import { useAddress } from "../parts/use-address";
import { strings } from "./operations.strings";

/** Lines on a page of the audit log. */
const SIZE = 25;

/** What administrators did, newest first, by page; about one kind of thing or about all. */
export function AuditPanel() {
  const words = strings.audit;
  const { get, put } = useAddress();
  const subjectType = AUDIT_SUBJECTS.find((subject) => subject === get("about"));
  const page = Math.max(1, Math.trunc(Number(get("page"))) || 1);
  const offset = (page - 1) * SIZE;
  const query = useListAuditQuery({
    ...(subjectType === undefined ? {} : { subjectType }),
    limit: SIZE,
    ...(offset === 0 ? {} : { offset }),
  });
  return (
    <Panel
      title={words.title}
      aside={
        <Choice
          label={words.about}
          value={subjectType ?? ""}
          onChange={(about) => put({ about, page: "" })}
          options={[["", words.all], ...AUDIT_SUBJECTS.map((subject) => [subject, spoken(subject)] as const)]}
        />
      }
    >
      <Loaded query={query} loading={words.loading} failed={words.failed}>
        {({ entries, total }) => (
          <>
            {entries.length === 0 ? (
              <Nothing>{words.empty}</Nothing>
            ) : (
              <AuditList entries={entries} subject />
            )}
            {total > SIZE && (
              <Flex as="nav" aria-label={words.pages} gap="3" align="center" mt="4" wrap="wrap">
                <Button
                  size="sm"
                  variant="subtle"
                  disabled={page <= 1}
                  onClick={() => put({ page: page === 2 ? "" : String(page - 1) })}
                >
                  {words.newer}
                </Button>
                <Box textStyle="small" color="muted">
                  {words.shown(offset + 1, offset + entries.length, total)}
                </Box>
                <Button
                  size="sm"
                  variant="subtle"
                  disabled={offset + entries.length >= total}
                  onClick={() => put({ page: String(page + 1) })}
                >
                  {words.older}
                </Button>
              </Flex>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
