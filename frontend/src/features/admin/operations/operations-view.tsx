import { Box, Button, chakra, Flex, Grid } from "@chakra-ui/react";
import { AUDIT_SUBJECTS } from "@sakhi/domain/admin/audit";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { type OperationsFigures, useGetOperationsQuery, useListAuditQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { AuditList } from "../parts/audit-list";
import { momentOf, secondOf, spoken } from "../parts/labels";
import { useAddress } from "../parts/list-page";
import { Chip, Facts, Loaded, Nothing, Panel, RefreshButton } from "../parts/panel";
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

const tableStyle = {
  width: "100%",
  fontSize: "0.9375rem",
  borderCollapse: "collapse",
  "& th, & td": {
    textAlign: "start",
    py: "0.375rem",
    pe: "0.75rem",
    borderBottom: "1px solid {colors.line}",
  },
  "& thead th": { color: "muted", fontWeight: "600", fontSize: "0.875rem" },
  "& tbody th": { fontWeight: "400", overflowWrap: "anywhere" },
  "& [data-number]": { textAlign: "end", fontVariantNumeric: "tabular-nums" },
} as const;

function Waiting({ waiting }: Pick<OperationsFigures, "waiting">) {
  const words = strings.waiting;
  return (
    <Panel title={words.title}>
      <chakra.table css={tableStyle} aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" data-number="">
              {words.count}
            </th>
            <th scope="col" data-number="">
              {words.oldest}
            </th>
          </tr>
        </thead>
        <tbody>
          {waiting.map(({ name, waiting: count, oldestSeconds, lateAfterSeconds }) => {
            const late = count > 0 && oldestSeconds >= lateAfterSeconds;
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-number="">{count}</td>
                <td data-number="">
                  {count === 0 ? "–" : strings.seconds(oldestSeconds)}{" "}
                  {late && <Chip tone="bad">{words.late}</Chip>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </chakra.table>
    </Panel>
  );
}

function Sweep({ sweep, lastSweepAt, sweepFailed }: OperationsFigures) {
  const words = strings.sweep;
  return (
    <Panel title={words.title}>
      <Box color="muted" textStyle="small" mb="2">
        {words.lead} {lastSweepAt === undefined ? words.never : words.at(momentOf(lastSweepAt))}
      </Box>
      {sweepFailed.length > 0 && (
        <Box bg="alarm.soft" color="alarm.text" borderRadius="card" p="3" mb="2" overflowWrap="anywhere">
          {words.failed(sweepFailed.map(spoken).join(", "))}
        </Box>
      )}
      <chakra.table css={tableStyle} aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" data-number="">
              {words.last}
            </th>
            <th scope="col" data-number="">
              {words.day}
            </th>
          </tr>
        </thead>
        <tbody>
          {sweep.map(({ name, last, lastDay }) => (
            <tr key={name}>
              <th scope="row">{spoken(name)}</th>
              <td data-number="">{last}</td>
              <td data-number="">{lastDay}</td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Panel>
  );
}

function Links({ links }: Pick<OperationsFigures, "links">) {
  if (links.length === 0) return <Nothing>–</Nothing>;
  return (
    <chakra.ul listStyleType="none" p="0">
      {links.map(({ name, url }) => (
        <li key={url}>
          <chakra.a
            href={url}
            target="_blank"
            rel="noreferrer"
            display="inline-flex"
            alignItems="center"
            gap="2"
            minHeight="tap"
            fontWeight="600"
            color="indigo.text"
            textDecoration="underline"
          >
            {name}
            <ExternalLink size={16} aria-hidden />
          </chakra.a>
        </li>
      ))}
    </chakra.ul>
  );
}

function Health({ figures }: { readonly figures: OperationsFigures }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...Object.entries(figures.parts).map(
      ([name, state]) =>
        [
          spoken(name),
          <Chip key={name} tone={state === "up" ? "good" : "bad"}>
            {state === "up" ? strings.up : strings.down}
          </Chip>,
        ] as const,
    ),
    [strings.overdue, <strong key="overdue">{figures.overdueHolds}</strong>],
    [strings.issues, <strong key="issues">{figures.openIssues}</strong>],
    [strings.failing, <strong key="failing">{figures.failingWorkflows}</strong>],
  ];
  return <Facts facts={facts} minWidth="12rem" />;
}

/** ?view=operations: health in numbers, where else to look, and what administrators did. */
export function OperationsView() {
  const query = useGetOperationsQuery();
  return (
    <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1fr" }} alignItems="start">
      <Box gridColumn={{ lg: "1 / -1" }} minWidth="0">
        <Panel
          title={strings.title}
          aside={
            <Flex gap="3" align="center" wrap="wrap">
              <Box textStyle="small" color="muted">
                {query.data === undefined ? "" : strings.checked(secondOf(query.data.checkedAt))}
              </Box>
              <RefreshButton query={query} />
            </Flex>
          }
        >
          <Loaded query={query} loading={strings.loading} failed={strings.failed}>
            {(figures) => <Health figures={figures} />}
          </Loaded>
        </Panel>
      </Box>
      {query.data !== undefined && (
        <>
          <Waiting waiting={query.data.waiting} />
          <Sweep {...query.data} />
          <Panel title={strings.bookings}>
            <Facts
              facts={query.data.bookings.map(
                ({ state, count }) => [spoken(state), <strong key={state}>{count}</strong>] as const,
              )}
              minWidth="7rem"
            />
          </Panel>
          <Panel title={strings.links}>
            <Links links={query.data.links} />
          </Panel>
        </>
      )}
      <Box gridColumn={{ lg: "1 / -1" }} minWidth="0">
        <AuditPanel />
      </Box>
    </Grid>
  );
}
