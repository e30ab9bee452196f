import {
  chakra,
  Field,
  type HTMLChakraProps,
  Input,
  type InputProps,
  Textarea,
  type TextareaProps,
} from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { inputRecipe } from "./theme/recipes";

/** The sign beside a sentence keeps its size where that takes several lines. */
const SIGN = { flexShrink: 0 } as const;

interface FrameProps {
  readonly label: string;
  /** Stands behind the label of what need not be filled in, e.g. "(optional)". */
  readonly optional?: string | undefined;
  readonly help?: ReactNode;
  /** The DTO's sentence, from the browser or from the server. */
  readonly error: string | undefined;
  /** The id of the error's sentence; the control names it as its description. */
  readonly errorId?: string;
  readonly readOnly?: boolean;
  readonly children: ReactNode;
}

/** A field's name, and whether it may stay empty. */
export function FieldName({ label, optional }: Pick<FrameProps, "label" | "optional">) {
  return (
    <>
      {label}
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
      <Field.Label>
        <FieldName label={label} optional={optional} />
      </Field.Label>
      {children}
      {help !== undefined && error === undefined && <Field.HelperText>{help}</Field.HelperText>}
      <FieldError>{error}</FieldError>
    </Field.Root>
  );
}

/** The sentence of a field that is wrong, with its sign. */
export function FieldError({ children }: { readonly children: string | undefined }) {
  return (
    <Field.ErrorText>
      <CircleAlert size={16} style={SIGN} aria-hidden />
      {children}
    </Field.ErrorText>
  );
}

/** The same for what is no field of Chakra's, such as a group of choices. */
export function ErrorLine({ children, ...line }: HTMLChakraProps<"span"> & { readonly children: string }) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      color="alarm.text"
      fontSize="0.9375rem"
      fontWeight="600"
      {...line}
    >
      <CircleAlert size={16} style={SIGN} aria-hidden />
      {children}
    </chakra.span>
  );
}

/** Ties a control to its error's sentence: few screen readers read aria-errormessage. */
export function describedBy(error: string | undefined, errorId: string): { "aria-describedby"?: string } {
  return error === undefined ? {} : { "aria-describedby": errorId };
}

interface FieldProps extends Omit<FrameProps, "children" | "errorId"> {
  readonly registration: UseFormRegisterReturn;
  /** How it is typed; several lines where `lines` is given. */
  readonly input?: InputProps | undefined;
  readonly lines?: number | undefined;
}

/** One labelled field of a form with its message. The rules are the DTO's alone. */
export function TextField({ registration, input, lines, ...frame }: FieldProps) {
  const errorId = `${useId()}-error`;
  const required = frame.optional === undefined;
  const control = { ...registration, ...describedBy(frame.error, errorId), "aria-required": required };
  return (
    <FieldFrame {...frame} errorId={errorId}>
      {lines === undefined ? <Input {...input} {...control} /> : <TextLines lines={lines} {...control} />}
    </FieldFrame>
  );
}

/** A text of several lines. */
export function TextLines({ lines, ...control }: TextareaProps & { readonly lines: number }) {
  return <Textarea recipe={inputRecipe} rows={lines} lineHeight="1.5" resize="vertical" {...control} />;
}
