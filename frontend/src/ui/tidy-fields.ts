import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { useCallback, useEffect, useRef } from "react";
import type { FieldValues, PathValue, UseFormRegister, UseFormReturn } from "react-hook-form";

/**
 * For a message that appears below a field that is being left: it would move what is being pressed away from under the finger.
 *
 * @returns a function that runs something now or, while a button is pressed, when it is released
 */
export function useAfterPress(): (run: () => void) => void {
  const press = useRef({ isPressed: false, waiting: [] as (() => void)[] });
  useEffect(() => {
    const { current } = press;
    const start = () => {
      current.isPressed = true;
    };
    const release = () => {
      current.isPressed = false;
      for (const run of current.waiting.splice(0)) run();
    };
    // Browsers report taps as mouse events too.
    window.addEventListener("mousedown", start, true);
    for (const end of RELEASES) window.addEventListener(end, release);
    return () => {
      window.removeEventListener("mousedown", start, true);
      for (const end of RELEASES) window.removeEventListener(end, release);
    };
  }, []);
  return useCallback((run) => {
    if (press.current.isPressed) press.current.waiting.push(run);
    else run();
  }, []);
}

const RELEASES = ["mouseup", "dragend", "blur"] as const;

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
 *
 * @param dto undefined: the form's own register
 */
export function useTidyRegister<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "register" | "getValues" | "setValue">,
  dto: (new () => object) | undefined,
): UseFormRegister<Values> {
  const afterPress = useAfterPress();
  if (dto === undefined) return form.register;
  return (name, options) => {
    const field = form.register(name, options);
    return {
      ...field,
      onBlur: (event) => {
        afterPress(() => {
          const typed: unknown = form.getValues(name);
          if (typed === "" || typed === undefined) return;
          const value = readField(dto, form.getValues(), name);
          if (value !== undefined && value !== typed) form.setValue(name, value as PathValue<Values, typeof name>);
          void field.onBlur(event);
        });
        return Promise.resolve();
      },
    };
  };
}
