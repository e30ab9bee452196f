import { Box, chakra, Flex, Grid } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { type OperationsFigures, useGetOperationsQuery } from "../../../api/admin-api";
import { FiguresTable } from "../parts/figures-table";
import { momentOf, secondOf, humanize } from "../parts/labels";
import { Chip, DetailRows, Loaded, Nothing, Panel, RefreshButton, ToolLink } from "../parts/panel";
import { useRight } from "../parts/session";
import { AuditPanel } from "./audit-panel";
import { strings } from "./operations.strings";
import { RecoveryPanel } from "./recovery-panel";

function Waiting({ waiting }: Pick<OperationsFigures, "waiting">) {
  const texts = strings.waiting;
  return (
    <Panel title={texts.title}>
      <FiguresTable
        label={texts.title}
        heads={[texts.name, texts.count, texts.oldest]}
        rows={waiting.map(({ name, waiting: count, oldestSeconds, lateAfterSeconds }) => [
          name,
          count,
          <>
            <span>{`${count === 0 ? "–" : strings.seconds(oldestSeconds)} `}</span>
            {count > 0 && oldestSeconds >= lateAfterSeconds && <Chip tone="bad">{texts.late}</Chip>}
          </>,
        ])}
      />
    </Panel>
  );
}

/** E.g. 99.95 %: rounded down, so that a miss never looks like the target. */
const percent = (share: number): string => `${Math.floor(share * 100_000 + 1e-6) / 1_000} %`;

/** How well each promise is kept, and how much may still go wrong. */
function Objectives({ objectives }: Pick<OperationsFigures, "objectives">) {
  const texts = strings.objectives;
  const kept = ({ good, total }: { readonly good: number; readonly total: number }) =>
    total === 0 ? (
      <chakra.span color="muted">{texts.none}</chakra.span>
    ) : (
      <>
        <span>{percent(good / total)}</span>
        {good < total && (
          <Box color="muted" textStyle="small">
            {texts.of(total - good, total)}
          </Box>
        )}
      </>
    );
  return (
    <Panel title={texts.title}>
      <Box color="muted" textStyle="small" mb="2">
        {texts.lead}
      </Box>
      <Box overflowX="auto" tabIndex={0} role="group" aria-label={texts.title}>
        <FiguresTable
          label={texts.title}
          heads={[texts.name, texts.target, texts.day, texts.month, texts.left]}
          rows={objectives.map(({ title, target, day, month, budgetLeft }) => [
            title,
            percent(target),
            kept(day),
            kept(month),
            budgetLeft <= 0 ? <Chip tone="bad">{texts.broken}</Chip> : percent(Math.round(budgetLeft * 100) / 100),
          ])}
        />
      </Box>
    </Panel>
  );
}

function Sweep({ sweep, lastSweepAt, sweepFailed }: OperationsFigures) {
  const texts = strings.sweep;
  const caught = (name: string) => texts.catches[name] ?? humanize(name);
  return (
    <Panel title={texts.title}>
      <Box color="muted" textStyle="small" mb="2">
        {`${texts.lead} ${lastSweepAt === undefined ? texts.never : texts.at(momentOf(lastSweepAt))}`}
      </Box>
      {sweepFailed.length > 0 && (
        <Box bg="alarm.soft" color="alarm.text" borderRadius="card" p="3" mb="2" overflowWrap="anywhere">
          {texts.failed(sweepFailed.map(caught).join(", "))}
        </Box>
      )}
      <FiguresTable
        label={texts.title}
        heads={[texts.name, texts.last, texts.day]}
        rows={sweep.map(({ name, last, lastDay }) => [caught(name), last, lastDay])}
      />
    </Panel>
  );
}

/** Findings of the last nightly verification, with their rows and resolutions. */
function Verification({ verification }: Pick<OperationsFigures, "verification">) {
  const texts = strings.verification;
  if (verification === undefined) {
    return (
      <Panel title={texts.title}>
        <Nothing>{texts.never}</Nothing>
      </Panel>
    );
  }
  const { held, finishedAt, findings } = verification;
  const summary = findings.length === 0 ? texts.holds : texts.fails;
  return (
    <Panel title={texts.title}>
      <Box color="muted" textStyle="small" mb="2">
        {`${texts.lead} ${summary(held, momentOf(finishedAt))}`}
      </Box>
      {findings.map(({ name, description, resolution, outcome, count, violations, reason = "" }) => (
        <Box key={name} bg="alarm.soft" color="alarm.text" borderRadius="card" p="3" mb="2" overflowWrap="anywhere">
          <strong>{description}</strong>
          <span>{` ${outcome === "broken" ? texts.rows(count) : texts.notChecked(reason)}`}</span>
          <chakra.ul textStyle="small" my="1">
            {violations.map(({ id, detail }) => (
              <li key={`${id} ${detail}`}>{`${id}: ${detail}`}</li>
            ))}
          </chakra.ul>
          <span>{texts.resolution(resolution)}</span>
        </Box>
      ))}
    </Panel>
  );
}

function Links({ links }: Pick<OperationsFigures, "links">) {
  if (links.length === 0) return <Nothing>–</Nothing>;
  return (
    <chakra.ul>
      {links.map(({ name, url }) => (
        <li key={url}>
          <ToolLink href={url}>{name}</ToolLink>
        </li>
      ))}
    </chakra.ul>
  );
}

/** Settings that are trusted because nobody can check them from here. */
function Believed({ believed }: Pick<OperationsFigures, "believed">) {
  return (
    <Panel title={strings.believed.title}>
      <Box textStyle="small" color="muted" mb="2">
        {strings.believed.lead}
      </Box>
      <chakra.ul listStyleType="disc" ps="5" overflowWrap="anywhere">
        {believed.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </chakra.ul>
    </Panel>
  );
}

const TONE_OF = { up: "good", down: "bad", unknown: "waiting" } as const;

function Health({ figures }: { readonly figures: OperationsFigures }) {
  const parts = Object.entries(figures.parts).map(
    ([name, state]) =>
      [
        strings.parts[name] ?? humanize(name),
        <Chip key={name} tone={TONE_OF[state]}>
          {strings.states[state]}
        </Chip>,
      ] as const,
  );
  const processes = figures.processes.map(
    ({ name, running, lastSeenSeconds }) =>
      [
        strings.processes(humanize(name)),
        <Flex key={name} gap="2" wrap="wrap" align="baseline">
          <Chip tone={running > 0 ? "good" : "bad"}>{running > 0 ? strings.running(running) : strings.missing}</Chip>
          {running === 0 && lastSeenSeconds !== undefined && (
            <span>{strings.lastSeen(strings.seconds(lastSeenSeconds))}</span>
          )}
        </Flex>,
      ] as const,
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...parts,
    ...processes,
    [strings.overdue, <strong key="overdue">{figures.overdueHolds}</strong>],
    [strings.issues, <strong key="issues">{figures.openIssues}</strong>],
    [strings.failing, <strong key="failing">{figures.failingWorkflows}</strong>],
  ];
  return (
    <>
      {figures.unread.length > 0 && (
        <Box bg="alarm.soft" color="alarm.text" borderRadius="card" p="3" mb="3" role="alert" overflowWrap="anywhere">
          {strings.unread(figures.unread.join(", "))}
        </Box>
      )}
      <DetailRows facts={facts} minWidth="12rem" />
    </>
  );
}

/** ?view=operations: health figures, links to other tools, and the audit log; for those who may see no more, only the latter. */
export function OperationsView() {
  return useRight("system.read") ? <AllOperations /> : <AuditPanel />;
}

function AllOperations() {
  const query = useGetOperationsQuery();
  return (
    <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1fr" }} alignItems="start">
      <RecoveryPanel />
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
          <Box gridColumn={{ lg: "1 / -1" }} minWidth="0">
            <Objectives objectives={query.data.objectives} />
          </Box>
          <Waiting waiting={query.data.waiting} />
          <Sweep {...query.data} />
          <Box gridColumn={{ lg: "1 / -1" }} minWidth="0">
            <Verification verification={query.data.verification} />
          </Box>
          <Panel title={strings.bookings}>
            <DetailRows
              facts={query.data.bookings.map(
                ({ state, count }) =>
                  [strings.bookingStates[state] ?? humanize(state), <strong key={state}>{count}</strong>] as const,
              )}
              minWidth="7rem"
            />
          </Panel>
          <Panel title={strings.links}>
            <Links links={query.data.links} />
          </Panel>
          {query.data.believed.length > 0 && (
            <Box gridColumn={{ lg: "1 / -1" }} minWidth="0">
              <Believed believed={query.data.believed} />
            </Box>
          )}
        </>
      )}
      <Box gridColumn={{ lg: "1 / -1" }} minWidth="0">
        <AuditPanel />
      </Box>
    </Grid>
  );
}
