import { Box, Button, chakra, type InputProps, NativeSelect } from "@chakra-ui/react";
import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ChevronDown, type LucideIcon, TriangleAlert } from "lucide-react";
import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  useForm,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useWatch,
} from "react-hook-form";
import { apiErrorOf, isFailure, personMessage } from "../../../api/failure";
import { Modal } from "../../../ui/dialog";
import { describedBy, FieldFrame, TextField } from "../../../ui/text-field";
import { showToast } from "../../../ui/toast";
import { useDraft } from "./session";

/** What stands around every action of an operator. */
export const strings = {
  what: "What will happen",
  reason: "Reason",
  reasonHelp: "Kept in the audit log; visitors never see it.",
  optional: "(optional)",
  back: "Go back",
  failed: "That did not work",
  failedText: "Nothing was changed. Please try again.",
  unanswered: "We could not reach the server. Look at the booking again before you repeat this.",
} as const;

/** Asks why: every action of an operator is recorded. */
export function reasonField() {
  return { name: "reason", label: strings.reason, help: strings.reasonHelp, lines: 2 } as const;
}

/** One thing that an action asks for. The rules are its DTO's. */
export interface ActionField<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: string;
  readonly help?: string;
  readonly optional?: boolean;
  /** A choice out of these; text otherwise. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** A number is sent as one, and nothing where nothing was typed. */
  readonly number?: boolean;
  /** A day and time in India; sent with its zone. */
  readonly moment?: boolean;
  readonly lines?: number;
  readonly input?: InputProps;
}

interface ActionDialogProps<Values extends FieldValues> {
  readonly title: string;
  /** What stands above the fields. */
  readonly lead?: ReactNode;
  /** What will happen, from what is filled in so far: the confirmation of the action. */
  readonly consequence: (values: Partial<Values>) => ReactNode;
  /** The class whose rules hold in the form and on the server; none where nothing is asked. */
  readonly dto?: new () => Values;
  readonly initial: DefaultValues<Values>;
  readonly fields: (values: Partial<Values>) => readonly ActionField<Values>[];
  /** The words of the button that does it, before and while. */
  readonly words: { readonly confirm: string; readonly pending: string };
  /** For long forms: two columns where there is room. */
  readonly wide?: boolean;
  /** Whether something is lost by it. */
  readonly danger?: boolean;
  /** Does it. @returns what was done, in a sentence */
  readonly run: (values: Values) => Promise<string>;
  readonly onClose: () => void;
}

/** With it browsers take four digits for a year, and not six: what follows them is the time. */
const LATEST_MOMENT = "9999-12-31T23:59";

/** What a date and time field holds, said to be India's time; what has a zone already stays as it is. */
export function indianInstant(local: string): string {
  const [, minute, second = ":00"] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?$/.exec(local) ?? [];
  return minute === undefined ? local : `${minute}${second}+05:30`;
}

/** Empty text is nothing given: a DTO's optional field is absent then. */
function asGiven(field: { readonly number?: boolean; readonly moment?: boolean; readonly optional?: boolean }) {
  return (value?: string | number | null) => {
    if (value === "" || value === undefined || value === null) return field.optional === true ? undefined : value;
    if (field.moment === true && typeof value === "string") return indianInstant(value);
    // As amounts are written everywhere else: ₹27,000.
    return field.number === true ? Number(String(value).replaceAll(/[₹,\s]/g, "")) : value;
  };
}

interface ChooseProps extends Pick<ComponentProps<typeof FieldFrame>, "label" | "help" | "error"> {
  readonly options: NonNullable<ActionField<FieldValues>["options"]>;
  readonly registration: UseFormRegisterReturn;
}

function Choose({ options, registration, ...frame }: ChooseProps) {
  const errorId = `${useId()}-error`;
  return (
    <FieldFrame {...frame} errorId={errorId}>
      <NativeSelect.Root>
        <NativeSelect.Field {...registration} {...describedBy(frame.error, errorId)}>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator>
          <ChevronDown size={18} aria-hidden />
        </NativeSelect.Indicator>
      </NativeSelect.Root>
    </FieldFrame>
  );
}

/** Sends the action once at a time; an error is shown in the dialog, which stays with what was typed. */
function useRun<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { run, onClose }: Pick<ActionDialogProps<Values>, "run" | "onClose">,
) {
  const [problem, setProblem] = useState<string>();
  const busy = useRef(false);
  const submit = async (values: Values) => {
    if (busy.current) return;
    busy.current = true;
    setProblem(undefined);
    try {
      showToast({ kind: "success", title: await run(values) });
      onClose();
    } catch (error) {
      const unanswered = isFailure(error) && error.status === 0;
      setProblem(unanswered ? strings.unanswered : personMessage(error, strings.failedText));
      for (const [name, [message]] of Object.entries(apiErrorOf(error).fields ?? {})) {
        form.setError(name as Path<Values>, { type: "server", ...(message === undefined ? {} : { message }) });
      }
    } finally {
      busy.current = false;
    }
  };
  return { problem, submit };
}

/**
 * Asks for what an action of an operator needs, says what will happen, does it, and shows the result. What the
 * action changed is fetched again by its tags.
 */
export function ActionDialog<Values extends FieldValues>(props: ActionDialogProps<Values>) {
  const { title, lead, consequence, dto, initial, fields, words } = props;
  const { wide = false, danger = false, onClose } = props;
  const form = useForm<Values>({
    ...(dto === undefined ? {} : { resolver: classValidatorResolver(dto as never) as never }),
    defaultValues: initial,
    // Not when a field is left: a sentence that appears under it would move the button away from under the click.
    mode: "onSubmit",
    // By itself it goes by when a field was first shown, which puts one that a choice brings last.
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control }) as Partial<Values>;
  const { problem, submit } = useRun(form, props);
  useDraft();
  const problemBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the end of a long form is far below, or under its buttons: nothing would seem to happen.
    if (problem !== undefined) problemBox.current?.scrollIntoView({ block: "center" });
  }, [problem]);
  const { errors, isSubmitting } = form.formState;
  const formId = `action-${title.replaceAll(/\W+/g, "-").toLowerCase()}`;

  return (
    <Modal
      open
      role="alertdialog"
      wide={wide}
      title={title}
      onClose={() => {
        if (!isSubmitting) onClose();
      }}
      footer={
        <>
          <Button variant="subtle" disabled={isSubmitting} onClick={onClose}>
            {strings.back}
          </Button>
          <Button type="submit" form={formId} disabled={isSubmitting}>
            {isSubmitting ? words.pending : words.confirm}
          </Button>
        </>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", md: wide ? "1fr 1fr" : "minmax(0, 1fr)" }}
        onSubmit={(event) => {
          // React lets it rise through the portal into a form that may stand around this dialog.
          event.stopPropagation();
          void form.handleSubmit(submit, (invalid) => {
            const first = fields(form.getValues()).find(({ name }) => get(invalid, name) !== undefined);
            if (first !== undefined) form.setFocus(first.name);
          })(event);
        }}
      >
        {lead !== undefined && <Box gridColumn="1 / -1">{lead}</Box>}
        {fields(values).map((field) => {
          const message = errors[field.name]?.message;
          const { name, label, help, options, optional = false } = field;
          const shown = {
            ...{ label, help, error: typeof message === "string" ? message : undefined },
            // What a choice has brought and taken away again counts no more: its rule would refuse what nobody can see.
            registration: form.register(name, { setValueAs: asGiven(field), shouldUnregister: !(name in initial) }),
          };
          return options === undefined ? (
            <TextField
              key={name}
              {...shown}
              optional={optional ? strings.optional : undefined}
              input={
                field.number === true
                  ? { inputMode: "decimal", ...field.input }
                  : field.moment === true
                    ? { type: "datetime-local", max: LATEST_MOMENT, ...field.input }
                    : field.input
              }
              lines={field.lines}
            />
          ) : (
            <Choose key={name} {...shown} options={options} />
          );
        })}
        <Box
          gridColumn="1 / -1"
          display="flex"
          gap="3"
          alignItems="flex-start"
          bg={danger ? "alarm.soft" : "marigold.soft"}
          borderRadius="card"
          p="4"
        >
          <Box as="span" aria-hidden pt="1" flexShrink="0" color={danger ? "alarm.text" : "ink"}>
            <TriangleAlert size={20} />
          </Box>
          <Box aria-live="polite" minWidth="0" overflowWrap="anywhere">
            <strong>{strings.what}</strong>
            <Box>{consequence(values)}</Box>
          </Box>
        </Box>
        <Box ref={problemBox} role="alert" gridColumn="1 / -1">
          {problem !== undefined && (
            <Box bg="alarm.soft" color="alarm.text" borderRadius="card" p="3">
              <strong>{strings.failed}.</strong> {problem}
            </Box>
          )}
        </Box>
      </chakra.form>
    </Modal>
  );
}

interface ReasonDialogProps extends Pick<ActionDialogProps<ReasonDto>, "title" | "words" | "danger" | "onClose"> {
  readonly consequence: ReactNode;
  /** What is asked; why, for the audit log, where left out. */
  readonly field?: ActionField<ReasonDto>;
  readonly dto?: new () => ReasonDto;
  readonly run: (reason: string) => Promise<string>;
}

/** An action that asks for nothing but a reason. */
export function ReasonDialog({
  consequence,
  field = reasonField(),
  dto = ReasonDto,
  run,
  ...dialog
}: ReasonDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      dto={dto}
      initial={{ reason: "" }}
      fields={() => [field]}
      consequence={() => consequence}
      run={({ reason }) => run(reason)}
    />
  );
}

interface ConfirmDialogProps extends Omit<
  ActionDialogProps<FieldValues>,
  "consequence" | "initial" | "fields" | "dto"
> {
  readonly consequence: ReactNode;
}

/** An action that asks for nothing: the dialog is the confirmation. */
export function ConfirmDialog({ consequence, ...dialog }: ConfirmDialogProps) {
  return <ActionDialog {...dialog} initial={{}} fields={() => []} consequence={() => consequence} />;
}

/** What can be done with something: a button each, and the dialog that asks before it is done. */
export function ActionButtons<Subject>({
  subject,
  actions,
}: {
  readonly subject: Subject;
  readonly actions: readonly OfferedAction<Subject>[];
}) {
  const [chosen, setChosen] = useState<OfferedAction<Subject>>();
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.label}
          variant={action.main === true ? "solid" : "outline"}
          onClick={() => setChosen(action)}
        >
          <action.Icon aria-hidden />
          {action.label}
        </Button>
      ))}
      {chosen !== undefined && <chosen.Dialog subject={subject} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** What a dialog of an action is given. */
export interface SubjectProps<Subject> {
  readonly subject: Subject;
  readonly onClose: () => void;
}

/** An action as it is offered. */
interface OfferedAction<Subject> {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly Dialog: ComponentType<SubjectProps<Subject>>;
  /** The one that is mostly wanted. */
  readonly main?: boolean;
}
