import { Box, Button, chakra } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/admin-dialogs";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { type LucideIcon, TriangleAlert } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  useForm,
  type UseFormReturn,
  useWatch,
} from "react-hook-form";
import { apiErrorOf, isUnanswered, userMessage } from "../../../api/failure";
import { EmailDoubtDialog, useEmailDoubt } from "../../../shared/email-doubt";
import { useBusy } from "../../../ui/busy";
import { Modal } from "../../../ui/dialog";
import { dtoResolver } from "../../../ui/dto-resolver";
import { GO_BACK } from "../../../ui/leave";
import { SteadyButton } from "../../../ui/steady-button";
import { useTidyRegister } from "../../../ui/tidy-fields";
import { useToasts } from "../../../ui/toast";
import { type ActionField, ActionFields, reasonField } from "./action-fields";
import { useDraft } from "./session";

export { type ActionField, reasonField } from "./action-fields";

/** Texts shared by all action dialogs. */
export const strings = messages.action;

interface ActionDialogProps<Values extends FieldValues> {
  readonly title: string;
  /** Rendered above the fields. */
  readonly lead?: ReactNode;
  /** Asked at a press: whether what is typed in `lead` can be sent. If not, it shows there why. */
  readonly isReady?: () => boolean;
  /** Describes the effect of the action, given the current values. */
  readonly consequence: (values: Partial<Values>) => ReactNode;
  /** Validates the form, as on the server; absent without fields. */
  readonly dto?: new () => Values;
  readonly initial: DefaultValues<Values>;
  readonly fields: (values: Partial<Values>) => readonly ActionField<Values>[];
  /** What a change of a field by hand changes in others. */
  readonly follow?: (name: Path<Values>, values: Partial<Values>) => Partial<Values>;
  /** Labels of the submit button. */
  readonly texts: { readonly confirm: string; readonly pending: string };
  /** Two columns on wide screens, for long forms. */
  readonly wide?: boolean;
  /** True for actions that lose something. */
  readonly danger?: boolean;
  /** Performs the action. @returns a message for the toast */
  readonly run: (values: Values) => Promise<string>;
  readonly onClose: () => void;
}

/** Submits the action, one call at a time. On an error the dialog stays open with the input. */
function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { run, onClose }: Pick<ActionDialogProps<Values>, "run" | "onClose">,
) {
  const { showToast } = useToasts();
  const [problem, setProblem] = useState<string>();
  const [, once] = useBusy();
  const submit = (values: Values) =>
    once(async () => {
      setProblem(undefined);
      try {
        showToast({ kind: "success", title: await run(values) });
        onClose();
      } catch (error) {
        setProblem(isUnanswered(error) ? strings.unanswered : userMessage(error, strings.failedText));
        for (const [name, [message]] of Object.entries(apiErrorOf(error).fields ?? {})) {
          form.setError(name as Path<Values>, { type: "server", ...(message === undefined ? {} : { message }) });
        }
      }
      return false;
    });
  return { problem, submit };
}

/**
 * Dialog of an operator's action: collects its fields, describes its effect, performs it and shows the result. Cache
 * tags refetch what it changed.
 */
export function ActionDialog<Values extends FieldValues>(props: ActionDialogProps<Values>) {
  const { title, lead, consequence, dto, initial, fields, texts } = props;
  const { wide = false, danger = false, follow, isReady = () => true, onClose } = props;
  const form = useForm<Values>({
    ...(dto === undefined ? {} : { resolver: dtoResolver<Values>(dto) }),
    defaultValues: initial,
    mode: "onTouched",
    // Focused below instead: the form library orders fields by registration, so conditional fields come last.
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control }) as Partial<Values>;
  const { problem, submit } = useSubmit(form, props);
  useEffect(() => {
    if (follow === undefined) return undefined;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: typed, name, type }) => {
        if (name === undefined || type !== "change") return;
        for (const [other, value] of Object.entries(follow(name as Path<Values>, typed as Partial<Values>)))
          form.setValue(other as Path<Values>, value as PathValue<Values, Path<Values>>);
      },
    });
  }, [form, follow]);
  useDraft();
  const errorBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the end of a long form is out of view, so that nothing would seem to happen.
    if (problem !== undefined) errorBox.current?.scrollIntoView({ block: "center" });
  }, [problem]);
  const { errors, isSubmitting } = form.formState;
  const emailField = fields(values).find(({ name }) => /email$/i.test(name))?.name;
  const doubt = useEmailDoubt((email) => {
    if (emailField !== undefined) form.setValue(emailField, email as PathValue<Values, Path<Values>>);
  });
  /** An unchanged address was decided before. */
  const isInDoubt = (given: Values): boolean => {
    if (emailField === undefined) return false;
    const typed: unknown = get(given, emailField);
    return typed !== get(initial, emailField) && typeof typed === "string" && doubt.ask(typed);
  };
  const send = form.handleSubmit(
    (given) => (!isReady() || isInDoubt(given) ? undefined : submit(given)),
    (invalid) => {
      if (!isReady()) return;
      const first = fields(form.getValues()).find(({ name }) => get(invalid, name) !== undefined);
      if (first !== undefined) form.setFocus(first.name);
    },
  );
  const register = useTidyRegister(form, dto);
  const formId = useId();

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
          <SteadyButton variant="subtle" inactive={isSubmitting} onClick={onClose}>
            {GO_BACK}
          </SteadyButton>
          <SteadyButton type="submit" form={formId} inactive={isSubmitting}>
            {isSubmitting ? texts.pending : texts.confirm}
          </SteadyButton>
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
          // React bubbles the event through the portal to a form around this dialog.
          event.stopPropagation();
          void send(event);
        }}
      >
        {lead !== undefined && <Box gridColumn="1 / -1">{lead}</Box>}
        <ActionFields
          control={form.control}
          errors={errors}
          register={register}
          fields={fields(values)}
          initial={initial}
        />
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
        <Box ref={errorBox} role="alert" gridColumn="1 / -1">
          {problem !== undefined && (
            <Box bg="alarm.soft" color="alarm.text" borderRadius="card" p="3">
              <strong>{`${problem === strings.unanswered ? strings.unsure : strings.failed}.`}</strong>
              <span>{` ${problem}`}</span>
            </Box>
          )}
        </Box>
        <EmailDoubtDialog doubt={doubt} onDecided={() => void send()} />
      </chakra.form>
    </Modal>
  );
}

interface ReasonDialogProps extends Pick<
  ActionDialogProps<ReasonDto>,
  "title" | "lead" | "texts" | "danger" | "onClose"
> {
  readonly consequence: ReactNode;
  /** Default: the reason for the audit log. */
  readonly field?: ActionField<ReasonDto>;
  readonly dto?: new () => ReasonDto;
  readonly run: (reason: string) => Promise<string>;
}

/** Dialog of an action whose only field is the reason. */
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

/** Dialog of an action without fields. */
export function ConfirmDialog({ consequence, ...dialog }: ConfirmDialogProps) {
  return <ActionDialog {...dialog} initial={{}} fields={() => []} consequence={() => consequence} />;
}

/** Renders a button for each action, which opens the action's dialog. */
export function ActionButtons<Subject>({
  subject,
  actions,
  size,
}: {
  readonly subject: Subject;
  readonly actions: readonly Action<Subject>[];
  /** Small in lists. */
  readonly size?: "sm";
}) {
  const [chosen, setChosen] = useState<Action<Subject>>();
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.id ?? action.label}
          size={size}
          aria-label={action.accessibleName}
          variant={action.main === true ? "solid" : "outline"}
          onClick={() => setChosen(action)}
        >
          <action.Icon aria-hidden />
          <span>{action.label}</span>
        </Button>
      ))}
      {chosen !== undefined && <chosen.Dialog subject={subject} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** Props of an action's dialog. */
export interface SubjectProps<Subject> {
  readonly subject: Subject;
  readonly onClose: () => void;
}

/** An action and its button. */
interface Action<Subject> {
  /** Keeps the button, and so the focus, when its label changes. */
  readonly id?: string;
  readonly label: string;
  /** Names the subject too, in lists. */
  readonly accessibleName?: string;
  readonly Icon: LucideIcon;
  readonly Dialog: ComponentType<SubjectProps<Subject>>;
  /** The primary action. */
  readonly main?: boolean;
}
