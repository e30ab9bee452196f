import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import type {
  FieldValues,
  Path,
  PathValue,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from "react-hook-form";

let pressed = false;
const waiting = new Set<() => void>();

const release = () => {
  pressed = false;
  const due = [...waiting];
  waiting.clear();
  for (const run of due) run();
};

let watching = false;

/** Watches the mouse, and taps, which browsers report as mouse events too. */
function watchPresses(): void {
  if (watching) return;
  watching = true;
  window.addEventListener("mousedown", () => (pressed = true), true);
  for (const end of ["mouseup", "dragend", "blur"]) window.addEventListener(end, release);
}

/**
 * Runs something now or, while a button is pressed, when it is released: a message that appears below a field that is
 * being left would move what is being pressed away from under the finger.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.add(run);
  else run();
}

/**
 * A field's value as its DTO reads it: what would be stored. Undefined if the DTO refuses it, or if the field holds no
 * text.
 */
export function readField(dto: new () => object, values: FieldValues, name: string): string | undefined {
  if (typeof values[name] !== "string") return undefined;
  const form = plainToInstance(dto, values) as FieldValues;
  if (validateSync(form).some(({ property }) => property === name)) return undefined;
  const value: unknown = form[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * Registers fields that are read as their DTO reads them when they are left: a phone number pasted with +91 becomes its
 * ten digits. While it is typed, pasted or composed nothing is cut or rewritten, and what is refused stays as typed. A
 * field that is left empty is not complained about before the form is submitted.
 */
export function tidyRegister<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "register" | "getValues" | "setValue">,
  dto: new () => object,
) {
  return <Name extends Path<Values>>(
    name: Name,
    options?: RegisterOptions<Values, Name>,
  ): UseFormRegisterReturn<Name> => {
    const field = form.register(name, options);
    return {
      ...field,
      ref: (element: unknown) => {
        watchPresses();
        field.ref(element);
      },
      onBlur: (event) => {
        afterPress(() => {
          const typed: unknown = form.getValues(name);
          if (typed === "" || typed === undefined) return;
          const value = readField(dto, form.getValues(), name);
          if (value !== undefined && value !== typed) form.setValue(name, value as PathValue<Values, Name>);
          void field.onBlur(event);
        });
        return Promise.resolve();
      },
    };
  };
}
