import { Box, Button, chakra, Flex, Grid, Input, Text } from "@chakra-ui/react";
import { readMeasure } from "@sakhi/domain/fields/numbers";
import { type Alignment, aligned, distributed } from "@sakhi/domain/plans/plan.editing";
import type { PlanProblem } from "@sakhi/domain/plans/plan.problems";
import { AREA_SIDE, MAX_FIXTURE_TEXT, MAX_OFFSET, SIDE, TURN_STEP } from "@sakhi/domain/plans/plan.types";
import { readStallNumber } from "@sakhi/domain/plans/stall-number";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  type LucideIcon,
} from "lucide-react";
import { useId, useState } from "react";
import { iconButton } from "../../../../ui/card";
import { Choice } from "../../../../ui/choice";
import { type Drawing, type Drawn, type DrawnFixture, type DrawnStall, isStall } from "./designer-state";
import { strings } from "./designer.strings";
import { nameOf } from "./item-name";

const texts = strings.panel;

/** What is typed, until the stored value is another. */
function useTyped(stored: string) {
  const [typed, setTyped] = useState(stored);
  const [before, setBefore] = useState(stored);
  if (before !== stored) {
    setBefore(stored);
    setTyped(stored);
  }
  return [typed, setTyped] as const;
}

interface NumberFieldProps {
  readonly label: string;
  /** Undefined: the chosen differ. */
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly off: boolean;
  readonly onChange: (value: number) => void;
}

/**
 * A whole number; takes effect when it is left, or with Enter. Arrow keys step; the wheel scrolls the page, as over any text.
 * What is no such number stays, with what is asked for.
 */
function NumberField({ label, value, min, max, step = 1, off, onChange }: NumberFieldProps) {
  const id = useId();
  const stored = value === undefined ? "" : String(value);
  const [typed, setTyped] = useTyped(stored);
  const [isWrong, setIsWrong] = useState(false);
  const isOne = (read: number) => Number.isInteger(read) && read >= min && read <= max && read % step === 0;
  const commit = () => {
    const read = readMeasure(typed);
    const isEmpty = typed.trim() === "";
    const isValid = read !== undefined && isOne(read);
    setIsWrong(!isEmpty && !isValid);
    if (isValid && read !== value) onChange(read);
    else if (isEmpty || isValid) setTyped(stored);
  };
  const stepBy = (sign: number) => {
    const next = Math.floor((readMeasure(typed) ?? value ?? 0) / step) * step + sign * step;
    if (off || !isOne(next)) return;
    setIsWrong(false);
    setTyped(String(next));
    onChange(next);
  };
  return (
    <Box minWidth="0">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        role="spinbutton"
        inputMode={min < 0 ? "text" : "numeric"}
        autoComplete="off"
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        value={typed}
        readOnly={off}
        placeholder={value === undefined ? texts.mixed : ""}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.key === "ArrowUp" || event.key === "ArrowDown") {
            event.preventDefault();
            stepBy(event.key === "ArrowUp" ? 1 : -1);
          }
          event.stopPropagation();
        }}
      />
      {isWrong && (
        <Text id={`${id}-wrong`} role="alert" textStyle="small" color="alarm.text">
          {texts.wholeNumber(min, max, step)}
        </Text>
      )}
    </Box>
  );
}

interface WordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly most: number;
  readonly off: boolean;
  readonly onChange: (value: string) => void;
}

function WordField({ label, value, most, off, onChange }: WordFieldProps) {
  const id = useId();
  const [typed, setTyped] = useTyped(value);
  const commit = () => {
    const read = typed.trim().replaceAll(/\s+/g, " ");
    if (read === value) setTyped(value);
    else onChange(read);
  };
  return (
    <Box minWidth="0">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        value={typed}
        maxLength={most}
        readOnly={off}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          event.stopPropagation();
        }}
      />
    </Box>
  );
}

const ALIGNMENTS: readonly (readonly [Alignment | "x" | "y", LucideIcon])[] = [
  ["left", AlignStartVertical],
  ["centre", AlignCenterVertical],
  ["right", AlignEndVertical],
  ["top", AlignStartHorizontal],
  ["middle", AlignCenterHorizontal],
  ["bottom", AlignEndHorizontal],
  ["x", AlignHorizontalDistributeCenter],
  ["y", AlignVerticalDistributeCenter],
];

interface ChosenProps {
  readonly drawing: Drawing;
  readonly chosen: readonly Drawn[];
  readonly types: readonly { readonly key: string }[];
  readonly canEdit: boolean;
  readonly onReplace: (items: readonly Drawn[], said: string) => void;
  readonly onArea: (area: { readonly width: number; readonly height: number }) => void;
}

/** Numbers, types, sizes and places of what is chosen; of the area if nothing is. */
export function ChosenPanel(props: ChosenProps) {
  const { chosen, types, canEdit, onReplace } = props;
  const off = !canEdit;
  const [first, ...others] = chosen;
  if (first === undefined) return <AreaFields {...props} />;
  const set = (changes: Partial<DrawnStall> & Partial<DrawnFixture>) =>
    onReplace(
      chosen.map((item): Drawn => (isStall(item) ? { ...item, ...changes } : { ...item, ...changes })),
      strings.said.changed,
    );
  const stalls = chosen.filter(isStall);
  const isOne = others.length === 0;
  return (
    <Grid gap="3" templateColumns="1fr 1fr">
      <Text gridColumn="1 / -1" fontWeight="600">
        {isOne ? nameOf(first) : texts.many(chosen.length)}
      </Text>
      {isOne && <NameField item={first} off={off} onChange={set} />}
      {stalls.length === chosen.length && <TypeChoice {...{ stalls, types, canEdit }} onChange={set} />}
      {isOne && (
        <>
          <NumberField label={texts.x} value={first.x} {...PLACES} off={off} onChange={(x) => set({ x })} />
          <NumberField label={texts.y} value={first.y} {...PLACES} off={off} onChange={(y) => set({ y })} />
        </>
      )}
      <SizeFields chosen={chosen} off={off} onChange={set} />
      {!isOne && canEdit && <Alignments chosen={chosen} onReplace={onReplace} />}
    </Grid>
  );
}

const PLACES = { min: -MAX_OFFSET, max: MAX_OFFSET } as const;
const TURNS = { min: 0, max: 360 - TURN_STEP, step: TURN_STEP } as const;

/** Takes the same changes for all that is chosen. */
type Change = (changes: Partial<DrawnStall> & Partial<DrawnFixture>) => void;

/** The size of the area. */
function AreaFields({
  drawing: { width, height },
  canEdit,
  onArea,
}: Pick<ChosenProps, "drawing" | "canEdit" | "onArea">) {
  const field = { ...AREA_SIDE, off: !canEdit };
  return (
    <Grid gap="3" templateColumns="1fr 1fr">
      <Text gridColumn="1 / -1" color="muted">
        {texts.area}
      </Text>
      <NumberField label={texts.width} value={width} {...field} onChange={(wide) => onArea({ width: wide, height })} />
      <NumberField
        label={texts.height}
        value={height}
        {...field}
        onChange={(high) => onArea({ width, height: high })}
      />
    </Grid>
  );
}

/** A stall's number, or what is written on something else. */
function NameField({
  item,
  off,
  onChange,
}: {
  readonly item: Drawn;
  readonly off: boolean;
  readonly onChange: Change;
}) {
  return isStall(item) ? (
    <WordField
      label={texts.number}
      value={item.number}
      most={10}
      off={off}
      onChange={(number) => onChange({ number: readStallNumber(number) ?? number.toUpperCase() })}
    />
  ) : (
    <WordField
      label={texts.text}
      value={item.text}
      most={MAX_FIXTURE_TEXT}
      off={off}
      onChange={(text) => onChange({ text })}
    />
  );
}

interface TypeProps extends Pick<ChosenProps, "types" | "canEdit"> {
  readonly stalls: readonly DrawnStall[];
  readonly onChange: Change;
}

function TypeChoice({ stalls, types, canEdit, onChange }: TypeProps) {
  const type = stalls.every((stall) => stall.type === stalls[0]?.type) ? (stalls[0]?.type ?? "") : "";
  const known = types.map(({ key }) => [key, stallTypeLabel(key)] as const);
  const isKnown = types.some(({ key }) => key === type);
  return (
    <Choice
      label={texts.type}
      value={type}
      options={isKnown ? known : [[type, type === "" ? texts.mixed : type], ...known]}
      onChange={(key) => {
        if (canEdit) onChange({ type: key });
      }}
    />
  );
}

interface SizeProps {
  readonly chosen: readonly Drawn[];
  readonly off: boolean;
  readonly onChange: Change;
}

function SizeFields({ chosen, off, onChange }: SizeProps) {
  const [first] = chosen;
  const common = (name: "width" | "height" | "turn") =>
    chosen.every((item) => item[name] === first?.[name]) ? first?.[name] : undefined;
  return (
    <>
      <NumberField
        label={texts.width}
        value={common("width")}
        {...SIDE}
        off={off}
        onChange={(width) => onChange({ width })}
      />
      <NumberField
        label={texts.height}
        value={common("height")}
        {...SIDE}
        off={off}
        onChange={(height) => onChange({ height })}
      />
      <NumberField
        label={texts.turn}
        value={common("turn")}
        {...TURNS}
        off={off}
        onChange={(turn) => onChange({ turn })}
      />
    </>
  );
}

function Alignments({ chosen, onReplace }: Pick<ChosenProps, "chosen" | "onReplace">) {
  return (
    <Flex gridColumn="1 / -1" gap="1" wrap="wrap">
      {ALIGNMENTS.map(([to, Icon]) => (
        <chakra.button
          key={to}
          type="button"
          aria-label={strings.align[to]}
          title={strings.align[to]}
          {...iconButton}
          borderWidth="1px"
          borderRadius="card"
          onClick={() =>
            onReplace(to === "x" || to === "y" ? distributed(chosen, to) : aligned(chosen, to), strings.said.aligned)
          }
        >
          <Icon size={20} aria-hidden />
        </chakra.button>
      ))}
    </Flex>
  );
}

/** Most problems that are listed. */
const MAX_LISTED = 30;

/** Problems, each a button that chooses what it is about. */
export function ProblemsPanel({
  problems,
  onChoose,
}: {
  readonly problems: readonly PlanProblem[];
  readonly onChoose: (problem: PlanProblem) => void;
}) {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const summary =
    problems.length === 0 ? strings.problems.none : strings.problems.count(errors, problems.length - errors);
  return (
    <Box as="section" aria-label={strings.problems.title}>
      <chakra.h3 textStyle="h3" mb="1">
        {strings.problems.title}
      </chakra.h3>
      <Text role="status" mb="2">
        {summary}
      </Text>
      <chakra.ul display="grid" gap="1" maxHeight="18rem" overflowY="auto">
        {problems.slice(0, MAX_LISTED).map((problem, index) => (
          <li key={index}>
            <Button
              variant="subtle"
              size="sm"
              width="full"
              height="auto"
              minHeight="tap"
              py="1.5"
              whiteSpace="normal"
              textAlign="start"
              justifyContent="flex-start"
              onClick={() => onChoose(problem)}
            >
              <chakra.span color={problem.severity === "error" ? "alarm.text" : "ink"}>
                {`${problem.severity === "error" ? strings.problems.error : strings.problems.warning}: ${problem.message}`}
              </chakra.span>
            </Button>
          </li>
        ))}
      </chakra.ul>
      {problems.length > MAX_LISTED && <Text color="muted">{strings.problems.more(problems.length - MAX_LISTED)}</Text>}
    </Box>
  );
}
