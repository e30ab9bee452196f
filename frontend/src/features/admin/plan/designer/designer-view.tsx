import { Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { turned } from "@sakhi/domain/plans/plan.editing";
import { type FileProblem, type PlanFormat, readPlan, writePlan } from "@sakhi/domain/plans/plan.files";
import { isPublishable, problemsOf } from "@sakhi/domain/plans/plan.problems";
import { FIXTURE_KINDS, type FixtureKind, TURN_STEP } from "@sakhi/domain/plans/plan.types";
import { dashboardPath } from "@sakhi/domain/site/routes";
import {
  Copy,
  Download,
  Eye,
  GitCompare,
  type LucideIcon,
  Plus,
  Redo2,
  RotateCcw,
  RotateCw,
  Rows3,
  Send,
  Trash2,
  Undo2,
  Upload,
} from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useMemo, useReducer, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { type DesignedPlan, type ManagedEvent, useGetDesignedPlanQuery } from "../../../../api/admin-api";
import { Choice } from "../../../../ui/choice";
import { Announcement } from "../../../../ui/page";
import { SteadyButton } from "../../../../ui/steady-button";
import { showToast } from "../../../../ui/toast";
import { useChosenEvent } from "../../parts/chosen-event";
import { saveFile } from "../../parts/download";
import { timeOf } from "../../parts/labels";
import { actionLink, Loaded, Panel } from "../../parts/panel";
import { useDraft, useSession } from "../../parts/session";
import { Canvas, nameOf } from "./canvas";
import {
  chosenOf,
  copied,
  type Drawing,
  drawn,
  type Drawn,
  initialState,
  isStall,
  moved,
  planOf,
  reduce,
  removed,
  replaced,
} from "./designer-state";
import { strings } from "./designer.strings";
import { AddRow, Compare, ImportProblems, Preview, Publish } from "./dialogs";
import { ChosenPanel, ProblemsPanel } from "./side-panel";
import { useDraftSaving } from "./use-draft";

const GRIDS = [1, 5, 10] as const;
const ZOOMS = [1, 1.5, 2, 3] as const;
const tools = strings.tools;

/** First size of a fixture, in feet. */
const FIXTURE_SIZES: Readonly<Record<FixtureKind, readonly [number, number]>> = {
  entrance: [20, 10],
  stage: [30, 30],
  wall: [30, 2],
  facility: [20, 10],
  text: [30, 6],
};

type Open =
  | { readonly what: "row" | "compare" | "publish" | "preview" }
  | { readonly what: "import"; readonly problems: readonly FileProblem[] };

function Tool({
  Icon,
  label,
  off = false,
  onClick,
}: {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly off?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <SteadyButton size="sm" variant="outline" off={off} onClick={onClick}>
      <Icon aria-hidden />
      <span>{label}</span>
    </SteadyButton>
  );
}

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
  const [state, dispatch] = useReducer(reduce, designed.draft.plan, initialState);
  const { present, past, future } = state;
  const [said, setSaid] = useState("");
  const [grid, setGrid] = useState(5);
  const [zoom, setZoom] = useState(1);
  const [showsPublished, setShowsPublished] = useState(false);
  const [open, setOpen] = useState<Open>();
  const file = useRef<HTMLInputElement>(null);
  const plan = useMemo(() => planOf(present), [present]);
  const { saving, save, goOn } = useDraftSaving(event.slug, designed, plan);
  const types = event.types;
  const looks = useMemo(() => new Map(types.map(({ key, look }) => [key, look])), [types]);
  const live = useMemo(() => new Map(designed.live.map(({ number, state: booking }) => [number, booking])), [designed]);
  // Problems of large plans are looked for behind the drawing.
  const looked = useDeferredValue(plan);
  const problems = useMemo(
    () =>
      problemsOf(
        looked,
        types.map(({ key }) => key),
      ),
    [looked, types],
  );
  const bad = useMemo(() => {
    const errors = problems.filter(({ severity }) => severity === "error");
    const ids = errors.flatMap(({ stalls, fixtures }) => [
      ...stalls.map((index) => present.stalls[index]?.id),
      ...fixtures.map((index) => present.fixtures[index]?.id),
    ]);
    return new Set(ids.filter((id) => id !== undefined));
  }, [problems, present]);
  const chosen = chosenOf(state);

  const draw = (drawing: Drawing, text: string, more: { chosen?: readonly string[]; key?: string } = {}) => {
    dispatch({ type: "draw", drawing, ...more });
    setSaid(text);
  };
  const choose = (ids: readonly string[]) => {
    dispatch({ type: "choose", ids });
    setSaid(strings.said.chosen(chosenOf({ present, chosen: ids }).map(nameOf)));
  };
  const replace = (items: readonly Drawn[], text: string) => draw(replaced(present, items), text);
  const move = (dx: number, dy: number, key?: string) => {
    const [only] = chosen;
    const text =
      chosen.length === 1 && only !== undefined
        ? strings.said.moved(nameOf(only), only.x + dx, only.y + dy)
        : strings.said.movedMany(chosen.length);
    draw(moved(present, chosen, dx, dy), text, key === undefined ? {} : { key });
  };
  const remove = () => {
    if (chosen.length === 0) return;
    const taken = chosen
      .filter(isStall)
      .map(({ number }) => number)
      .filter((number) => live.has(number));
    const text = strings.said.deleted(chosen.length);
    draw(removed(present, state.chosen), taken.length === 0 ? text : `${text}. ${strings.said.taken(taken)}`, {
      chosen: [],
    });
    if (taken.length > 0) showToast({ kind: "info", title: strings.said.taken(taken) });
  };
  const duplicate = () => {
    if (chosen.length === 0) return;
    const { drawing, chosen: copies } = copied(present, chosen, grid);
    draw(drawing, strings.said.duplicated(copies.length), { chosen: copies });
  };
  const turn = (degrees: number) => {
    if (chosen.length > 0) replace(turned(chosen, degrees), strings.said.turned);
  };
  const step = (type: "undo" | "redo") => {
    const isPossible = type === "undo" ? past.length > 0 : future.length > 0;
    dispatch({ type });
    const { undone, redone, nothingToUndo, nothingToRedo } = strings.said;
    setSaid(isPossible ? (type === "undo" ? undone : redone) : type === "undo" ? nothingToUndo : nothingToRedo);
  };
  const addFixture = (kind: FixtureKind) => {
    const [width, height] = FIXTURE_SIZES[kind];
    const place = { x: 20, y: kind === "entrance" ? 0 : 20, width, height, turn: 0 };
    const fixture = drawn.fixture({ kind, text: kind === "wall" ? "" : strings.kinds[kind], ...place });
    draw({ ...present, fixtures: [...present.fixtures, fixture] }, strings.said.added(1), { chosen: [fixture.id] });
  };
  const importFile = async (picked: File) => {
    const format: PlanFormat = /\.json$/i.test(picked.name) ? "json" : "csv";
    const read = readPlan(await picked.text(), format, plan);
    if (read.plan === undefined) setOpen({ what: "import", problems: read.problems });
    else {
      dispatch({ type: "load", plan: read.plan });
      setSaid(strings.said.imported(read.plan.stalls.length));
      showToast({ kind: "success", title: strings.said.imported(read.plan.stalls.length) });
    }
  };
  const exportAs = (format: PlanFormat) => {
    const type = format === "csv" ? "text/csv;charset=utf-8" : "application/json";
    saveFile(new Blob([writePlan(plan, format)], { type }), `plan-${event.slug}.${format}`);
  };
  const onKeyDown = (pressed: KeyboardEvent) => {
    const isCommand = pressed.ctrlKey || pressed.metaKey;
    const key = pressed.key.toLowerCase();
    const command =
      isCommand && key === "a"
        ? () => choose([...present.stalls, ...present.fixtures].map(({ id }) => id))
        : key === "escape"
          ? () => choose([])
          : !canEdit
            ? undefined
            : isCommand && key === "z"
              ? () => step(pressed.shiftKey ? "redo" : "undo")
              : isCommand && key === "y"
                ? () => step("redo")
                : isCommand && key === "d"
                  ? duplicate
                  : key === "delete" || key === "backspace"
                    ? remove
                    : key === "["
                      ? () => turn(-TURN_STEP)
                      : key === "]"
                        ? () => turn(TURN_STEP)
                        : undefined;
    if (command === undefined) return;
    pressed.preventDefault();
    command();
  };
  const isPossible = isPublishable(problems);

  return (
    <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 22rem" }} alignItems="start">
      <Box gridColumn="1 / -1">
        <Text color="muted" mb="3">
          {canEdit ? strings.lead : strings.readOnly}
        </Text>
        <Flex role="toolbar" aria-label={tools.label} gap="2" wrap="wrap">
          {canEdit && (
            <>
              <Tool Icon={Undo2} label={tools.undo} off={past.length === 0} onClick={() => step("undo")} />
              <Tool Icon={Redo2} label={tools.redo} off={future.length === 0} onClick={() => step("redo")} />
              <Tool Icon={Rows3} label={tools.row} onClick={() => setOpen({ what: "row" })} />
              {FIXTURE_KINDS.map((kind) => (
                <Tool key={kind} Icon={Plus} label={strings.kinds[kind]} onClick={() => addFixture(kind)} />
              ))}
              <Tool Icon={Copy} label={tools.duplicate} off={chosen.length === 0} onClick={duplicate} />
              <Tool
                Icon={RotateCcw}
                label={tools.turnLeft}
                off={chosen.length === 0}
                onClick={() => turn(-TURN_STEP)}
              />
              <Tool Icon={RotateCw} label={tools.turnRight} off={chosen.length === 0} onClick={() => turn(TURN_STEP)} />
              <Tool Icon={Trash2} label={tools.remove} off={chosen.length === 0} onClick={remove} />
              <Tool Icon={Upload} label={tools.import} onClick={() => file.current?.click()} />
            </>
          )}
          <Tool Icon={Download} label={tools.exportCsv} onClick={() => exportAs("csv")} />
          <Tool Icon={Download} label={tools.exportJson} onClick={() => exportAs("json")} />
          <Tool Icon={Eye} label={tools.preview} onClick={() => setOpen({ what: "preview" })} />
          <Tool Icon={GitCompare} label={tools.compare} onClick={() => setOpen({ what: "compare" })} />
          {canEdit && (
            <SteadyButton
              size="sm"
              off={!isPossible}
              title={isPossible ? undefined : strings.publish.blocked}
              onClick={() => setOpen({ what: "publish" })}
            >
              <Send aria-hidden />
              <span>{tools.publish}</span>
            </SteadyButton>
          )}
        </Flex>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.json,text/csv,application/json"
          aria-label={tools.import}
          onChange={(change) => {
            const [picked] = change.currentTarget.files ?? [];
            change.currentTarget.value = "";
            if (picked !== undefined)
              importFile(picked).catch(() => showToast({ kind: "error", title: strings.imports.unknown }));
          }}
        />
      </Box>
      <Box minWidth="0" onKeyDown={onKeyDown}>
        <Grid
          gap="3"
          alignItems="end"
          mb="2"
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
        <Canvas
          drawing={present}
          outlines={showsPublished ? designed.published : undefined}
          chosen={state.chosen}
          {...{ looks, live, bad, grid, zoom, canEdit }}
          onChoose={choose}
          onMove={move}
        />
      </Box>
      <Flex as="aside" direction="column" gap="5" minWidth="0">
        <SavingState
          saving={saving}
          onKeepMine={() => void refetch().then(goOn)}
          onLoadTheirs={() =>
            void refetch().then((current) => {
              dispatch({ type: "load", plan: current.draft.plan });
              goOn(current);
            })
          }
        />
        <Choice
          label={strings.panel.goTo}
          value=""
          options={[
            ["", strings.panel.choose],
            ...[...present.stalls, ...present.fixtures].map((item) => [item.id, nameOf(item)] as const),
          ]}
          onChange={(id) => {
            choose([id]);
            document.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus();
          }}
        />
        <ChosenPanel
          drawing={present}
          chosen={chosen}
          types={types}
          canEdit={canEdit}
          onReplace={replace}
          onArea={(area) => draw({ ...present, ...area }, strings.said.changed)}
        />
        <ProblemsPanel
          problems={problems}
          onChoose={({ stalls, fixtures }) => {
            const ids = [
              ...stalls.map((index) => present.stalls[index]?.id),
              ...fixtures.map((index) => present.fixtures[index]?.id),
            ].filter((id) => id !== undefined);
            choose(ids);
            document.querySelector<HTMLElement>(`[data-item="${ids[0]}"]`)?.focus();
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
      <Announcement>{said}</Announcement>
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
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === "import" && <ImportProblems problems={open.problems} onClose={() => setOpen(undefined)} />}
      {open?.what === "compare" && <Compare designed={designed} plan={plan} onClose={() => setOpen(undefined)} />}
      {open?.what === "preview" && <Preview plan={plan} looks={looks} onClose={() => setOpen(undefined)} />}
      {open?.what === "publish" && (
        <Publish
          designed={designed}
          plan={plan}
          slug={event.slug}
          isOnSale={event.status === "published"}
          save={save}
          onPublished={() => void refetch().then(goOn)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Grid>
  );
}

function SavingState({
  saving,
  onKeepMine,
  onLoadTheirs,
}: {
  readonly saving: ReturnType<typeof useDraftSaving>["saving"];
  readonly onKeepMine: () => void;
  readonly onLoadTheirs: () => void;
}) {
  const texts = strings.saving;
  if (saving.kind === "changed") {
    return (
      <Box role="alert" bg="alarm.soft" color="alarm.text" borderRadius="card" p="3">
        <Text mb="2">{texts.changed}</Text>
        <Flex gap="2" wrap="wrap">
          <Button size="sm" onClick={onKeepMine}>
            {texts.keepMine}
          </Button>
          <Button size="sm" variant="outline" onClick={onLoadTheirs}>
            {texts.loadTheirs}
          </Button>
        </Flex>
      </Box>
    );
  }
  const text = {
    same: () => texts.same,
    saved: () => texts.saved(saving.kind === "saved" ? timeOf(saving.at) : ""),
    unsaved: () => texts.unsaved,
    failed: () => `${texts.failed} ${saving.kind === "failed" ? saving.message : ""}`,
  }[saving.kind]();
  return (
    <Text role="status" data-saving={saving.kind} color={saving.kind === "failed" ? "alarm.text" : "muted"}>
      {text}
    </Text>
  );
}

/** ?view=plan&draw=on: the designer of the chosen event's plan. */
export function DesignerView() {
  const event = useChosenEvent();
  const query = useGetDesignedPlanQuery(event?.slug ?? "", {
    skip: event === undefined,
    refetchOnMountOrArgChange: true,
  });
  const { currentData, refetch } = query;
  const back = dashboardPath({ view: "plan", ...(event === undefined ? {} : { event: event.slug }) });
  return (
    <Panel
      title={strings.title(event?.title ?? "")}
      aside={
        <chakra.span {...actionLink}>
          <Link to={back}>{strings.back}</Link>
        </chakra.span>
      }
    >
      <Loaded query={{ ...query, data: currentData }} loading={strings.loading} failed={strings.failed}>
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
