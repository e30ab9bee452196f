import { Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import type { FileProblem } from "@sakhi/domain/plans/plan.files";
import { isPublishable, type PlanProblem, problemsOf } from "@sakhi/domain/plans/plan.problems";
import type { Plan } from "@sakhi/domain/plans/plan.types";
import { dashboardPath } from "@sakhi/domain/site/routes";
import type { StallLook } from "@sakhi/domain/stalls/stall.types";
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
import { Canvas } from "./canvas";
import { type Drawing, drawn, isStall, planOf } from "./designer-state";
import { strings } from "./designer.strings";
import { AddRow, Compare, Earlier, ImportProblems, Preview, Publish, Renumber } from "./dialogs";
import { nameOf } from "./item-name";
import { pressKey } from "./keys";
import { Conflict, SavingState } from "./saving-state";
import { ChosenPanel, ProblemsPanel } from "./side-panel";
import { Toolbar, type ToolDialog } from "./toolbar";
import { type Designing, useDesigner } from "./use-designer";
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

/** How the drawing is looked at. */
function useSight() {
  const [grid, setGrid] = useState(5);
  const [zoom, setZoom] = useState(1);
  const [showsPublished, setShowsPublished] = useState(false);
  return { grid, setGrid, zoom, setZoom, showsPublished, setShowsPublished };
}

/** The problems of a drawing, and the ids of what an error is about. Those of large plans are looked for behind the drawing. */
function useProblems(present: Drawing, types: readonly string[]) {
  const looked = useDeferredValue(present);
  const problems = useMemo(() => problemsOf(planOf(looked), types), [looked, types]);
  const bad = useMemo(() => {
    const errors = problems.filter(({ severity }) => severity === "error");
    return new Set(errors.flatMap((problem) => idsOf(looked, problem)));
  }, [problems, looked]);
  return { problems, bad, idsOf: (problem: PlanProblem) => idsOf(looked, problem) };
}

/** The designer of one event's plan. */
function Designer({ event, designed, refetch }: DesignerProps) {
  const { canEdit: isOperator } = useSession();
  const canEdit = isOperator && event.status !== "archived" && event.status !== "cancelled";
  useDraft();
  const sight = useSight();
  const [open, setOpen] = useState<Open>();
  const { types } = event;
  const keys = useMemo(() => types.map(({ key }) => key), [types]);
  const looks = useMemo(() => new Map(types.map(({ key, look }) => [key, look])), [types]);
  const live = useMemo(
    () => new Map(designed.live.map(({ number, state }) => [number, state as BookingState])),
    [designed],
  );
  const designing = useDesigner(event.slug, designed.draft.plan, live, keys, sight.grid);
  const { present, plan } = designing;
  const { saving, save, goOn } = useDraftSaving(event.slug, designed, plan);
  const { problems, bad, idsOf } = useProblems(present, keys);

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
            outlines={sight.showsPublished ? designed.published : undefined}
            chosen={designing.chosenIds}
            grid={sight.grid}
            zoom={sight.zoom}
            {...{ looks, live, bad, canEdit }}
            onChoose={designing.choose}
            onMove={designing.move}
          />
          <Sight {...sight} />
          <Text color="muted" mt="3">
            {canEdit ? strings.lead : strings.readOnly}
          </Text>
        </Box>
        <Flex as="aside" direction="column" gap="5" minWidth="0">
          <SavingState saving={saving} />
          <Aside {...{ designing, types, canEdit, problems, idsOf }} />
        </Flex>
        <Announcement>{designing.said}</Announcement>
        <Leaving isStuck={saving.kind === "changed" || saving.kind === "failed"} />
        <OpenDialog
          {...{ open, event, designed, designing, looks, save }}
          onPublished={() => void refetch().then(goOn)}
          onClose={() => setOpen(undefined)}
        />
      </Grid>
    </>
  );
}

/** Grid, zoom and the published plan's outlines. */
function Sight({ grid, setGrid, zoom, setZoom, showsPublished, setShowsPublished }: ReturnType<typeof useSight>) {
  return (
    <Grid gap="3" alignItems="end" mt="3" templateColumns={{ base: "repeat(2, minmax(0, 1fr))", md: "9rem 9rem 1fr" }}>
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
  );
}

interface AsideProps {
  readonly designing: Designing;
  readonly types: ManagedEvent["types"];
  readonly canEdit: boolean;
  readonly problems: readonly PlanProblem[];
  readonly idsOf: (problem: PlanProblem) => readonly string[];
}

/** What is chosen, the problems, and the keys. */
function Aside({ designing, types, canEdit, problems, idsOf }: AsideProps) {
  const { present, chosen, draw, choose, replace } = designing;
  const goTo = (ids: readonly string[]) => {
    choose(ids);
    focusItem(ids[0]);
  };
  return (
    <>
      <Choice
        label={strings.panel.goTo}
        value=""
        options={[
          ["", strings.panel.choose],
          ...[...present.stalls, ...present.fixtures].map((item) => [item.id, nameOf(item)] as const),
        ]}
        onChange={(id) => goTo([id])}
      />
      <ChosenPanel
        drawing={present}
        chosen={chosen}
        types={types}
        canEdit={canEdit}
        onReplace={replace}
        onArea={(area) => draw({ ...present, ...area }, strings.said.changed)}
      />
      <ProblemsPanel problems={problems} onChoose={(problem) => goTo(idsOf(problem))} />
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
    </>
  );
}

/** Asks before the designer is left while what was drawn cannot be saved; else it is saved behind the next view. */
function Leaving({ isStuck }: { readonly isStuck: boolean }) {
  const leaving = useBlocker(useCallback(() => isStuck, [isStuck]));
  if (leaving === undefined) return null;
  return (
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
  );
}

interface OpenDialogProps {
  readonly open: Open | undefined;
  readonly event: ManagedEvent;
  readonly designed: DesignedPlan;
  readonly designing: Designing;
  readonly looks: ReadonlyMap<string, StallLook>;
  readonly save: () => Promise<number>;
  readonly onPublished: () => void;
  readonly onClose: () => void;
}

/** The dialog that a tool opened. */
function OpenDialog({ open, event, designed, designing, looks, save, onPublished, onClose }: OpenDialogProps) {
  const { present, plan, chosen, draw, replace, load } = designing;
  switch (open?.what) {
    case undefined:
      return null;
    case "row":
      return (
        <AddRow
          stalls={present.stalls}
          types={event.types}
          onAdd={(row) => {
            const added = drawn.stalls(row);
            draw({ ...present, stalls: [...present.stalls, ...added] }, strings.said.added(added.length), {
              chosen: added.map(({ id }) => id),
            });
          }}
          onClose={onClose}
        />
      );
    case "renumber":
      return (
        <Renumber
          stalls={present.stalls}
          chosen={chosen.filter(isStall)}
          onRenumber={(items) => replace(items, strings.renumber.done(items.length))}
          onClose={onClose}
        />
      );
    case "import":
      return <ImportProblems problems={open.problems} onClose={onClose} />;
    case "compare":
      return <Compare designed={designed} plan={plan} onClose={onClose} />;
    case "earlier":
      return (
        <Earlier
          slug={event.slug}
          onCopy={(earlier, number) => {
            const text = strings.said.restored(number);
            load(earlier, text);
            return text;
          }}
          onClose={onClose}
        />
      );
    case "preview":
      return <Preview plan={plan} looks={looks} onClose={onClose} />;
    case "publish":
      return (
        <Publish
          designed={designed}
          plan={plan}
          slug={event.slug}
          isOnSale={event.status === "published"}
          save={save}
          onPublished={onPublished}
          onClose={onClose}
        />
      );
  }
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
