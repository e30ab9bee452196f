import { Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import type { FileProblem } from "@sakhi/domain/plans/plan.files";
import { isPublishable, type PlanProblem, problemsOf } from "@sakhi/domain/plans/plan.problems";
import type { Plan } from "@sakhi/domain/plans/plan.types";
import { dashboardPath } from "@sakhi/domain/site/routes";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import {
  type DesignedPlan,
  type ManagedEvent,
  useGetDesignedPlanQuery,
  useListEventsQuery,
} from "../../../../api/admin-api";
import { Choice } from "../../../../ui/choice";
import { ConfirmDialog } from "../../../../ui/dialog";
import { GO_BACK } from "../../../../ui/leave";
import { useBlocker } from "../../../../ui/navigation";
import { Announcement } from "../../../../ui/page";
import { useChosenEvent } from "../../parts/chosen-event";
import { actionLink, Loaded, Panel } from "../../parts/panel";
import { useDraft, useSession } from "../../parts/session";
import { Canvas, nameOf } from "./canvas";
import { type Drawing, drawn, isStall, planOf } from "./designer-state";
import { strings } from "./designer.strings";
import { AddRow, Compare, Earlier, ImportProblems, Preview, Publish, Renumber } from "./dialogs";
import { pressKey } from "./keys";
import { Conflict, SavingState } from "./saving-state";
import { ChosenPanel, ProblemsPanel } from "./side-panel";
import { Toolbar, type ToolDialog } from "./toolbar";
import { useDesigner } from "./use-designer";
import { useDraftSaving } from "./use-draft";

const GRIDS = [1, 5, 10] as const;
const ZOOMS = [1, 1.5, 2, 3] as const;
const tools = strings.tools;

type Open = { readonly what: ToolDialog } | { readonly what: "import"; readonly problems: readonly FileProblem[] };

/** Ids of what a problem of a drawing is about. */
function idsOf({ stalls, fixtures }: Drawing, problem: PlanProblem): readonly string[] {
  return [
    ...problem.stalls.map((index) => stalls[index]?.id),
    ...problem.fixtures.map((index) => fixtures[index]?.id),
  ].filter((id) => id !== undefined);
}

const focusItem = (id: string | undefined): void => document.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus();

/** Keeps what takes the focus out from under the conflict. */
const belowConflict = { "& :is(button, input, select)": { scrollMarginTop: "13rem" } } as const;

interface DesignerProps {
  readonly event: ManagedEvent;
  readonly designed: DesignedPlan;
  readonly refetch: () => Promise<DesignedPlan>;
}

/** The designer of one event's plan. */
function Designer({ event, designed, refetch }: DesignerProps) {
  const { canEdit: isOperator } = useSession();
  const canEdit = isOperator && event.status !== "archived" && event.status !== "cancelled";
  useDraft();
  const [grid, setGrid] = useState(5);
  const [zoom, setZoom] = useState(1);
  const [showsPublished, setShowsPublished] = useState(false);
  const [open, setOpen] = useState<Open>();
  const types = event.types;
  const keys = useMemo(() => types.map(({ key }) => key), [types]);
  const looks = useMemo(() => new Map(types.map(({ key, look }) => [key, look])), [types]);
  const live = useMemo(() => new Map(designed.live.map(({ number, state: booking }) => [number, booking])), [designed]);
  const designing = useDesigner(event.slug, designed.draft.plan, live, keys, grid);
  const { present, plan, chosen, draw, choose } = designing;
  const { saving, save, goOn } = useDraftSaving(event.slug, designed, plan);
  // Otherwise what was drawn last is saved behind the next view.
  const isStuck = saving.kind === "changed" || saving.kind === "failed";
  const leaving = useBlocker(useCallback(() => isStuck, [isStuck]));
  // Problems of large plans are looked for behind the drawing.
  const looked = useDeferredValue(present);
  const problems = useMemo(() => problemsOf(planOf(looked), keys), [looked, keys]);
  const bad = useMemo(() => {
    const errors = problems.filter(({ severity }) => severity === "error");
    return new Set(errors.flatMap((problem) => idsOf(looked, problem)));
  }, [problems, looked]);
  const close = () => setOpen(undefined);

  /** After a conflict: takes what is stored now, and saves again. */
  const settle = (take: (stored: Plan) => void) =>
    void refetch().then((current) => {
      take(current.draft.plan);
      goOn(current);
    });
  const isConflict = saving.kind === "changed";

  return (
    <>
      {isConflict && (
        <Conflict
          onKeepMine={() => settle(designing.keepOver)}
          onLoadTheirs={() => settle((stored) => designing.load(stored))}
        />
      )}
      <Grid
        gap="5"
        templateColumns={{ base: "minmax(0, 1fr)", lg: "15rem minmax(0, 1fr) 18rem", xl: "15rem minmax(0, 1fr) 22rem" }}
        alignItems="start"
        css={isConflict ? belowConflict : undefined}
      >
        <Box minWidth="0">
          <Toolbar
            designing={designing}
            canEdit={canEdit}
            isPossible={isPublishable(problems)}
            onOpen={(what) => {
              // Bookings and prices as they are now, not as they were when the designer was opened.
              if (what === "compare" || what === "publish") refetch().catch(() => undefined);
              setOpen({ what });
            }}
            onProblems={(found) => {
              if (found.length > 0) setOpen({ what: "import", problems: found });
            }}
          />
        </Box>
        <Box minWidth="0" onKeyDown={(pressed) => pressKey(pressed, designing, canEdit)}>
          <Canvas
            drawing={present}
            outlines={showsPublished ? designed.published : undefined}
            chosen={designing.chosenIds}
            {...{ looks, live, bad, grid, zoom, canEdit }}
            onChoose={choose}
            onMove={designing.move}
          />
          <Grid
            gap="3"
            alignItems="end"
            mt="3"
            templateColumns={{ base: "repeat(2, minmax(0, 1fr))", md: "9rem 9rem 1fr" }}
          >
            <Choice
              label={tools.grid}
              value={String(grid)}
              options={GRIDS.map((feet) => [String(feet), tools.gridOf(feet)] as const)}
              onChange={(feet) => setGrid(Number(feet))}
            />
            <Choice
              label={tools.zoom}
              value={String(zoom)}
              options={ZOOMS.map((by) => [String(by), `${by * 100} %`] as const)}
              onChange={(by) => setZoom(Number(by))}
            />
            <chakra.label display="inline-flex" gap="2" alignItems="center" minHeight="tap">
              <chakra.input
                type="checkbox"
                width="1.5rem"
                height="1.5rem"
                checked={showsPublished}
                onChange={(change) => setShowsPublished(change.currentTarget.checked)}
              />
              <span>{tools.outlines}</span>
            </chakra.label>
          </Grid>
          <Text color="muted" mt="3">
            {canEdit ? strings.lead : strings.readOnly}
          </Text>
        </Box>
        <Flex as="aside" direction="column" gap="5" minWidth="0">
          <SavingState saving={saving} />
          <Choice
            label={strings.panel.goTo}
            value=""
            options={[
              ["", strings.panel.choose],
              ...[...present.stalls, ...present.fixtures].map((item) => [item.id, nameOf(item)] as const),
            ]}
            onChange={(id) => {
              choose([id]);
              focusItem(id);
            }}
          />
          <ChosenPanel
            drawing={present}
            chosen={chosen}
            types={types}
            canEdit={canEdit}
            onReplace={designing.replace}
            onArea={(area) => draw({ ...present, ...area }, strings.said.changed)}
          />
          <ProblemsPanel
            problems={problems}
            onChoose={(problem) => {
              const ids = idsOf(looked, problem);
              choose(ids);
              focusItem(ids[0]);
            }}
          />
          <chakra.details>
            <chakra.summary cursor="pointer" minHeight="tap" fontWeight="600">
              {strings.keys}
            </chakra.summary>
            <chakra.dl display="grid" gap="1" gridTemplateColumns="auto 1fr" columnGap="3" textStyle="small">
              {strings.keyList.map(([keys, what]) => (
                <Box key={keys} display="contents">
                  <dt>{keys}</dt>
                  <chakra.dd color="muted">{what}</chakra.dd>
                </Box>
              ))}
            </chakra.dl>
          </chakra.details>
        </Flex>
        <Announcement>{designing.said}</Announcement>
        {leaving !== undefined && (
          <ConfirmDialog
            open
            title={strings.leaving.title}
            stay={GO_BACK}
            go={strings.leaving.leave}
            onStay={leaving.reset}
            onGo={leaving.proceed}
          >
            {strings.leaving.text}
          </ConfirmDialog>
        )}
        {open?.what === "row" && (
          <AddRow
            stalls={present.stalls}
            types={types}
            onAdd={(row) => {
              const added = drawn.stalls(row);
              draw({ ...present, stalls: [...present.stalls, ...added] }, strings.said.added(added.length), {
                chosen: added.map(({ id }) => id),
              });
            }}
            onClose={close}
          />
        )}
        {open?.what === "renumber" && (
          <Renumber
            stalls={present.stalls}
            chosen={chosen.filter(isStall)}
            onRenumber={(items) => designing.replace(items, strings.renumber.done(items.length))}
            onClose={close}
          />
        )}
        {open?.what === "import" && <ImportProblems problems={open.problems} onClose={close} />}
        {open?.what === "compare" && <Compare designed={designed} plan={plan} onClose={close} />}
        {open?.what === "earlier" && (
          <Earlier
            slug={event.slug}
            onCopy={(earlier, number) => {
              const text = strings.said.restored(number);
              designing.load(earlier, text);
              return text;
            }}
            onClose={close}
          />
        )}
        {open?.what === "preview" && <Preview plan={plan} looks={looks} onClose={close} />}
        {open?.what === "publish" && (
          <Publish
            designed={designed}
            plan={plan}
            slug={event.slug}
            isOnSale={event.status === "published"}
            save={save}
            onPublished={() => void refetch().then(goOn)}
            onClose={close}
          />
        )}
      </Grid>
    </>
  );
}

/** ?view=plan&draw=on: the designer of the chosen event's plan. */
export function DesignerView() {
  const event = useChosenEvent();
  const events = useListEventsQuery();
  const query = useGetDesignedPlanQuery(event?.slug ?? "", {
    skip: event === undefined,
    refetchOnMountOrArgChange: true,
  });
  const { currentData, refetch } = query;
  const back = dashboardPath({ view: "plan", ...(event === undefined ? {} : { event: event.slug }) });
  return (
    <Panel
      title={event === undefined ? strings.titleUnknown : strings.title(event.title)}
      aside={
        <chakra.span {...actionLink}>
          <Link to={back}>{strings.back}</Link>
        </chakra.span>
      }
    >
      <Loaded
        query={
          event === undefined && events.isError
            ? { ...query, data: undefined, isError: true, refetch: events.refetch }
            : { ...query, data: currentData }
        }
        loading={strings.loading}
        failed={strings.failed}
      >
        {(designed) =>
          event === undefined ? null : (
            // Another event is another drawing.
            <Designer key={event.slug} event={event} designed={designed} refetch={() => refetch().unwrap()} />
          )
        }
      </Loaded>
    </Panel>
  );
}
