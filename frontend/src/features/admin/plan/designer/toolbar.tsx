import { Box } from "@chakra-ui/react";
import type { FileProblem } from "@sakhi/domain/plans/plan.files";
import { FIXTURE_KINDS, TURN_STEP } from "@sakhi/domain/plans/plan.types";
import {
  Copy,
  Download,
  Eye,
  GitCompare,
  History,
  ListOrdered,
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
import { useRef } from "react";
import { SteadyButton } from "../../../../ui/steady-button";
import { useToasts } from "../../../../ui/toast";
import { isStall } from "./designer-state";
import { strings } from "./designer.strings";
import type { Designing } from "./use-designer";

const tools = strings.tools;

/** Dialogs that the toolbar opens. */
export type ToolDialog = "row" | "renumber" | "compare" | "publish" | "preview" | "earlier";

/** Beside the drawing on wide screens; a line that scrolls above it on others. */
const toolbarStyle = {
  display: { base: "flex", lg: "grid" },
  gap: { base: "2", lg: "1.5" },
  gridTemplateColumns: { lg: "1fr 1fr" },
  overflowX: { base: "auto", lg: "visible" },
  // Room for the ring of what has the focus.
  padding: "3px",
  margin: "-3px",
  "& > button": { flexShrink: 0, justifyContent: "flex-start", px: { lg: "2" }, minWidth: 0 },
  "& > button[data-wide]": { gridColumn: { lg: "1 / -1" } },
} as const;

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
    <SteadyButton size="sm" variant="outline" inactive={off} onClick={onClick}>
      <Icon aria-hidden />
      <span>{label}</span>
    </SteadyButton>
  );
}

interface ToolbarProps {
  readonly designing: Designing;
  readonly canEdit: boolean;
  /** Whether nothing keeps the drawing from being published. */
  readonly isPossible: boolean;
  readonly onOpen: (dialog: ToolDialog) => void;
  /** What is wrong with a file that was to be imported; none if it was. */
  readonly onProblems: (problems: readonly FileProblem[]) => void;
}

export function Toolbar({ designing, canEdit, isPossible, onOpen, onProblems }: ToolbarProps) {
  const { showToast } = useToasts();
  const { chosen, canUndo, canRedo, step, addFixture, duplicate, turn, remove, importFile, exportAs } = designing;
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <Box role="toolbar" aria-label={tools.label} css={toolbarStyle}>
        {canEdit && (
          <>
            <Tool Icon={Undo2} label={tools.undo} off={!canUndo} onClick={() => step("undo")} />
            <Tool Icon={Redo2} label={tools.redo} off={!canRedo} onClick={() => step("redo")} />
            <Tool Icon={Rows3} label={tools.row} onClick={() => onOpen("row")} />
            {FIXTURE_KINDS.map((kind) => (
              <Tool key={kind} Icon={Plus} label={strings.kinds[kind]} onClick={() => addFixture(kind)} />
            ))}
            <Tool Icon={Copy} label={tools.duplicate} off={chosen.length === 0} onClick={duplicate} />
            <Tool
              Icon={ListOrdered}
              label={tools.renumber}
              off={!chosen.some(isStall)}
              onClick={() => onOpen("renumber")}
            />
            <Tool Icon={RotateCcw} label={tools.turnLeft} off={chosen.length === 0} onClick={() => turn(-TURN_STEP)} />
            <Tool Icon={RotateCw} label={tools.turnRight} off={chosen.length === 0} onClick={() => turn(TURN_STEP)} />
            <Tool Icon={Trash2} label={tools.remove} off={chosen.length === 0} onClick={remove} />
            <Tool Icon={Upload} label={tools.import} onClick={() => file.current?.click()} />
          </>
        )}
        <Tool Icon={Download} label={tools.exportCsv} onClick={() => exportAs("csv")} />
        <Tool Icon={Download} label={tools.exportJson} onClick={() => exportAs("json")} />
        <Tool Icon={Eye} label={tools.preview} onClick={() => onOpen("preview")} />
        <Tool Icon={GitCompare} label={tools.compare} onClick={() => onOpen("compare")} />
        {canEdit && <Tool Icon={History} label={tools.earlier} onClick={() => onOpen("earlier")} />}
        {canEdit && (
          <SteadyButton
            data-wide
            size="sm"
            inactive={!isPossible}
            title={isPossible ? undefined : strings.publish.blocked}
            onClick={() => onOpen("publish")}
          >
            <Send aria-hidden />
            <span>{tools.publish}</span>
          </SteadyButton>
        )}
      </Box>
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.json,text/csv,text/tab-separated-values,text/plain,application/json"
        aria-label={tools.import}
        onChange={(change) => {
          const [picked] = change.currentTarget.files ?? [];
          change.currentTarget.value = "";
          if (picked !== undefined)
            importFile(picked).then(onProblems, () => showToast({ kind: "error", title: strings.imports.unknown }));
        }}
      />
    </>
  );
}
