import { chakra, Field, Input, Textarea } from "@chakra-ui/react";
import type { InputProps } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { inputRecipe } from "./theme/recipes";

interface FieldProps {
  readonly label: string;
  /** Stands behind the label of what need not be filled in, e.g. "(optional)". */
  readonly optional?: string | undefined;
  readonly help?: string | undefined;
  /** The DTO's sentence, from the browser or from the server. */
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
  /** How it is typed; several lines where `lines` is given. */
  readonly input?: InputProps | undefined;
  readonly lines?: number | undefined;
}

/** One labelled field of a form with its message. The rules are the DTO's alone. */
export function TextField({ label, optional, help, error, registration, input, lines }: FieldProps) {
  const required = optional === undefined;
  const errorId = `${useId()}-error`;
  // Few screen readers read aria-errormessage.
  const described = error === undefined ? {} : { "aria-describedby": errorId };
  return (
    <Field.Root invalid={error !== undefined} ids={{ errorText: errorId }}>
      <Field.Label>
        {label}
        {optional !== undefined && (
          <chakra.span fontWeight="400" color="muted">
            {optional}
          </chakra.span>
        )}
      </Field.Label>
      {lines === undefined ? (
        <Input {...input} {...registration} {...described} aria-required={required} />
      ) : (
        <Textarea
          recipe={inputRecipe}
          rows={lines}
          lineHeight="1.5"
          resize="vertical"
          {...registration}
          {...described}
          aria-required={required}
        />
      )}
      {help !== undefined && error === undefined && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText>
        <CircleAlert size={16} aria-hidden />
        {error}
      </Field.ErrorText>
    </Field.Root>
  );
}
