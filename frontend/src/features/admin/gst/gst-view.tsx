import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { dayTitle, monthTitle, nextMonth } from "@sakhi/domain/gst/months";
import { gstExportPath } from "@sakhi/domain/site/routes";
import { useState } from "react";
import {
  type GstMonth,
  type GstPack,
  type GstTable,
  useCloseGstMonthMutation,
  useGetGstPackQuery,
  useListGstMonthsQuery,
  useReopenGstMonthMutation,
} from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { rupees } from "../../../ui/money";
import { ConfirmDialog, ReasonDialog } from "../parts/action-dialog";
import { useAddress } from "../parts/address";
import { DownloadButton } from "../parts/download";
import { momentOf } from "../parts/labels";
import { Chip, DetailRows, Loaded, Nothing, Panel } from "../parts/panel";
import { type Column, OpenButton, RowsTable } from "../parts/rows-table";
import { useSession } from "../parts/session";
import { FigureDocuments } from "./figure-documents";
import { strings as texts } from "./gst.strings";

type Figure = GstTable["figures"][number];
type Opens = (figure: string) => void;

const TONES = { running: "plain", open: "waiting", closed: "good" } as const;
/** In the address, for the documents of all figures. */
const ALL = "all";
/** Numbers of documents that a finding names. */
const NAMED = 8;

const columnsOf = (open: Opens): readonly Column<Figure>[] => [
  {
    ...{ label: texts.columns.figure, heads: true },
    cell: ({ figure, title }) => (
      <OpenButton label={texts.open(title)} onOpen={() => open(figure)}>
        {title}
      </OpenButton>
    ),
  },
  { label: texts.columns.documents, number: true, cell: ({ documents }) => documents },
  ...(["taxable", "igst", "cgst", "sgst", "total"] as const).map((name): Column<Figure> => ({
    label: texts.columns[name],
    number: true,
    cell: (figure) => rupees(figure[name]),
  })),
];

function Table({ table: { number, title, figures }, open }: { readonly table: GstTable; readonly open: Opens }) {
  return (
    <chakra.section mb="6" aria-label={texts.table(number, title)}>
      <chakra.h3 textStyle="h3" fontSize="1.0625rem" mb="2">
        {texts.table(number, title)}
      </chakra.h3>
      {figures.length === 0 ? (
        <Nothing>{texts.nothing}</Nothing>
      ) : (
        <RowsTable
          label={texts.table(number, title)}
          rows={figures}
          keyOf={({ figure }) => figure}
          columns={columnsOf(open)}
          onOpen={({ figure }) => open(figure)}
        />
      )}
    </chakra.section>
  );
}

function Findings({ findings }: Pick<GstPack, "findings">) {
  if (findings.length === 0) return <Text>{texts.findings.none}</Text>;
  return (
    <chakra.ul display="grid" gap="3">
      {findings.map(({ level, text, numbers }) => (
        <chakra.li key={text} display="flex" flexWrap="wrap" gap="2" alignItems="baseline">
          <Chip tone={level === "refused" ? "bad" : "waiting"}>{texts.findings.levels[level]}</Chip>
          <Box flex="1 1 20rem" minWidth="0">
            <Text>{text}</Text>
            {numbers.length > 0 && (
              <Text textStyle="small" color="muted" overflowWrap="anywhere">
                {texts.findings.some(numbers.slice(0, NAMED), Math.max(0, numbers.length - NAMED))}
              </Text>
            )}
          </Box>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Closes the month, or opens it again. */
function Closing({ pack }: { readonly pack: GstPack }) {
  const { canEdit } = useSession();
  const [asked, setAsked] = useState(false);
  const [close] = useCloseGstMonthMutation();
  const [reopen] = useReopenGstMonthMutation();
  const { month, state, closable, reopenable, fingerprint, findings } = pack;
  if (!canEdit) return null;
  if (!closable && !reopenable) return state === "open" ? <Text color="muted">{texts.waits}</Text> : null;
  const refused = findings.filter(({ level }) => level === "refused").length;
  const onClose = () => setAsked(false);
  return (
    <>
      <Button size="sm" variant={closable ? "solid" : "outline"} onClick={() => setAsked(true)}>
        {closable ? texts.close.button : texts.reopen.button}
      </Button>
      {asked && closable && (
        <ConfirmDialog
          title={texts.close.title(monthTitle(month))}
          lead={<Text>{texts.close.lead}</Text>}
          consequence={
            <>
              <Text>{texts.close.consequence}</Text>
              {refused > 0 && <Text mt="2">{texts.close.refused(refused)}</Text>}
            </>
          }
          texts={texts.close}
          danger={refused > 0}
          run={async () => (await close({ month, closeGstMonthDto: { fingerprint } }).unwrap()).message}
          onClose={onClose}
        />
      )}
      {asked && reopenable && (
        <ReasonDialog
          title={texts.reopen.title(monthTitle(month))}
          consequence={texts.reopen.consequence}
          texts={texts.reopen}
          danger
          run={async (reason) => (await reopen({ month, reasonDto: { reason } }).unwrap()).message}
          onClose={onClose}
        />
      )}
    </>
  );
}

function Files({ month }: { readonly month: string }) {
  const file = (name: Parameters<typeof gstExportPath>[1]) => () => ({ address: gstExportPath(month, name), name });
  const shared = { pending: texts.pending, done: texts.done, failed: texts.downloadFailed };
  return (
    <Flex gap="2" wrap="wrap">
      <DownloadButton {...shared} text={texts.json} file={file("gstr1.json")} />
      <DownloadButton {...shared} text={texts.workbook} label={texts.workbookLabel} file={file("gst.xlsx")} />
      <DownloadButton {...shared} text={texts.documents} file={file("documents.zip")} />
    </Flex>
  );
}

function Facts({ pack }: { readonly pack: GstPack }) {
  const { month, gstin, state, closedAt, closedBy, sum } = pack;
  const next = nextMonth(month);
  const closed = closedAt === undefined ? "" : texts.closedBy(closedBy ?? "", momentOf(closedAt));
  return (
    <DetailRows
      facts={[
        [
          texts.state,
          <span key="state">
            <Chip tone={TONES[state]}>{texts.states[state]}</Chip> <span>{closed}</span>
          </span>,
        ],
        [texts.gstin, gstin],
        [texts.total, rupees(sum.total)],
        [texts.taxable, rupees(sum.taxable)],
        [texts.columns.igst, rupees(sum.igst)],
        [texts.columns.cgst, rupees(sum.cgst)],
        [texts.columns.sgst, rupees(sum.sgst)],
        [texts.due.gstr1, dayTitle(`${next}-11`)],
        [texts.due.gstr3b, dayTitle(`${next}-20`)],
      ]}
    />
  );
}

function Pack({ pack, open }: { readonly pack: GstPack; readonly open: Opens }) {
  const { series } = texts;
  return (
    <Box display="grid" gap="5">
      <Panel title={monthTitle(pack.month)} aside={<Files month={pack.month} />}>
        <Facts pack={pack} />
        {pack.state === "running" && <Text mt="4">{texts.running}</Text>}
        <Flex mt="4" gap="4" wrap="wrap" align="center">
          <Button size="sm" variant="outline" onClick={() => open("")}>
            {texts.of.all}
          </Button>
          <Closing pack={pack} />
        </Flex>
      </Panel>
      <Panel title={texts.findings.title}>
        <Findings findings={pack.findings} />
      </Panel>
      <Panel title={texts.gstr1}>
        {pack.tables.map((table) => (
          <Table key={`${table.number} ${table.title}`} table={table} open={open} />
        ))}
        <chakra.h3 textStyle="h3" fontSize="1.0625rem" mb="2">
          {series.title}
        </chakra.h3>
        {pack.series.length === 0 ? (
          <Nothing>{texts.nothing}</Nothing>
        ) : (
          <RowsTable
            label={series.title}
            rows={pack.series}
            keyOf={({ figure }) => figure}
            onOpen={({ figure }) => open(figure)}
            columns={[
              {
                ...{ label: series.columns.title, heads: true },
                cell: ({ figure, title }) => (
                  <OpenButton label={texts.open(title)} onOpen={() => open(figure)}>
                    {title}
                  </OpenButton>
                ),
              },
              { label: series.columns.from, cell: ({ from }) => from },
              { label: series.columns.to, cell: ({ to }) => to },
              { label: series.columns.total, number: true, cell: ({ total }) => total },
              { label: series.columns.cancelled, number: true, cell: ({ cancelled }) => cancelled },
            ]}
          />
        )}
      </Panel>
      <Panel title={texts.gstr3b}>
        {pack.summary.map((table) => (
          <Table key={table.number} table={table} open={open} />
        ))}
      </Panel>
    </Box>
  );
}

/** The title of a figure; of all documents for none. */
function titleOf({ tables, summary, series }: GstPack, figure: string): string {
  const all = [...tables, ...summary].flatMap(({ figures }) => figures);
  return [...all, ...series].find((one) => one.figure === figure)?.title ?? texts.of.all;
}

function ChosenMonth({ months }: { readonly months: readonly GstMonth[] }) {
  const address = useAddress();
  const { get, put } = address;
  // A month that can be closed is what an accountant comes for; without one, the newest.
  const named = months.find(({ month }) => month === get("month"));
  const chosen = named ?? months.find(({ closable }) => closable) ?? months[0];
  const month = chosen?.month ?? "";
  const query = useGetGstPackQuery(month, { skip: month === "" });
  const figure = get("figure");
  return (
    <>
      <Panel title={texts.title}>
        <Text color="muted" mb="4">
          {texts.lead}
        </Text>
        <Box maxWidth="26rem">
          <Choice
            label={texts.month}
            value={month}
            options={months.map((one) => [one.month, texts.option(monthTitle(one.month), one.state)] as const)}
            onChange={(value) => put({ month: value, figure: "", page: "" })}
          />
        </Box>
      </Panel>
      <Box mt="5">
        <Loaded query={{ ...query, data: query.currentData }} loading={texts.packLoading} failed={texts.packFailed}>
          {(pack) => (
            <>
              <Pack pack={pack} open={(of) => put({ figure: of === "" ? ALL : of, page: "" })} />
              {figure !== "" && (
                <FigureDocuments
                  month={month}
                  figure={figure === ALL ? undefined : figure}
                  title={titleOf(pack, figure)}
                  onClose={() => put({ figure: "", page: "" })}
                />
              )}
            </>
          )}
        </Loaded>
      </Box>
    </>
  );
}

/** The return of GST of a month: its tables, what the portal would refuse, its files, and closing it. */
export function GstView() {
  const query = useListGstMonthsQuery();
  return (
    <Loaded query={query} loading={texts.loading} failed={texts.failed}>
      {(months) => <ChosenMonth months={months} />}
    </Loaded>
  );
}
