import { chakra, Field, Input, type InputProps, Textarea, type TextareaProps } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { inputRecipe } from "./theme/recipes";

/** Keeps the icon's size beside a message of several lines. */
const ICON_STYLE = { flexShrink: 0 } as const;
/** Breaks an example such as an address, with large text. */
const TEXT_STYLE = { minWidth: 0, overflowWrap: "anywhere" } as const;

interface FrameProps {
  readonly label: string;
  /** Suffix of an optional field's label, e.g. "(optional)". */
  readonly optional?: string | undefined;
  readonly help?: ReactNode;
  /** The DTO's message, from the browser or from the server. */
  readonly error: string | undefined;
  /** Id of the error message, for the control's aria-describedby. */
  readonly errorId?: string;
  readonly readOnly?: boolean;
  readonly children: ReactNode;
}

/** Label text of a field, with the suffix of optional ones. */
export function FieldName({ label, optional }: Pick<FrameProps, "label" | "optional">) {
  return (
    <>
      <span>{label}</span>
      {optional !== undefined && (
        <chakra.span fontWeight="400" color="muted">
          {optional}
        </chakra.span>
      )}
    </>
  );
}

/** Label, control, help and error of one field. */
export function FieldFrame(props: FrameProps) {
  const { label, optional, help, error, errorId, readOnly = false, children } = props;
  return (
    <Field.Root
      invalid={error !== undefined}
      readOnly={readOnly}
      {...(errorId === undefined ? {} : { ids: { errorText: errorId } })}
    >
      <Field.Label flexWrap="wrap">
        <FieldName label={label} optional={optional} />
      </Field.Label>
      {children}
      {help !== undefined && error === undefined && <Field.HelperText>{help}</Field.HelperText>}
      <FieldError>{error}</FieldError>
    </Field.Root>
  );
}

/** Error message of a field, with an icon. */
export function FieldError({ children }: { readonly children: string | undefined }) {
  return (
    <Field.ErrorText>
      <CircleAlert size={16} style={ICON_STYLE} aria-hidden />
      <span style={TEXT_STYLE}>{children}</span>
    </Field.ErrorText>
  );
}

/** The error message of a group of choices, which refers to it by `id`. */
export function GroupError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    <span aria-live="polite">
      {error !== undefined && (
        <chakra.span
          id={id}
          display="inline-flex"
          alignItems="center"
          gap="1.5"
          color="alarm.text"
          fontSize="0.9375rem"
          fontWeight="600"
        >
          <CircleAlert size={16} style={ICON_STYLE} aria-hidden />
          <span>{error}</span>
        </chakra.span>
      )}
    </span>
  );
}

/** Links a control to its error message: few screen readers support aria-errormessage. */
export function describedBy(error: string | undefined, errorId: string): { "aria-describedby"?: string } {
  return error === undefined ? {} : { "aria-describedby": errorId };
}

/** What a page that holds the text itself passes to its input. */
interface Held {
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

interface FieldProps extends Omit<FrameProps, "children" | "errorId"> {
  /** Of a form's library. */
  readonly registration?: UseFormRegisterReturn;
  /** Of a page that holds the text itself. */
  readonly held?: Held;
  /** Props of the input. With `lines` it is a textarea. */
  readonly input?: InputProps | undefined;
  readonly lines?: number | undefined;
}

/** A labelled form field with its error message. Validation is in the DTO. */
export function TextField({ registration, held, input, lines, ...frame }: FieldProps) {
  const errorId = `${useId()}-error`;
  const required = frame.optional === undefined;
  const control = { ...registration, ...held, ...describedBy(frame.error, errorId), "aria-required": required };
  return (
    <FieldFrame {...frame} errorId={errorId}>
      {lines === undefined ? <Input {...input} {...control} /> : <TextLines lines={lines} {...control} />}
    </FieldFrame>
  );
}

/** Textarea with the style of the inputs. */
export function TextLines({ lines, ...control }: TextareaProps & { readonly lines: number }) {
  return <Textarea recipe={inputRecipe} rows={lines} lineHeight="1.5" resize="vertical" {...control} />;
}
