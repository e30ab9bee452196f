import { TURN_STEP } from "@sakhi/domain/plans/plan.types";
import type { KeyboardEvent } from "react";
import type { Designing } from "./use-designer";

/** What the keys of the drawing do. `command` stands for Ctrl or, on a Mac, the command key. */
const KEYS: Readonly<Record<string, (designing: Designing) => void>> = {
  "command a": ({ present, choose }) => choose([...present.stalls, ...present.fixtures].map(({ id }) => id)),
  escape: ({ choose }) => choose([]),
};
/** Those that change it. */
const EDITING_KEYS: typeof KEYS = {
  "command z": ({ step }) => step("undo"),
  "command shift z": ({ step }) => step("redo"),
  "command y": ({ step }) => step("redo"),
  "command d": ({ duplicate }) => duplicate(),
  delete: ({ remove }) => remove(),
  backspace: ({ remove }) => remove(),
  "[": ({ turn }) => turn(-TURN_STEP),
  "]": ({ turn }) => turn(TURN_STEP),
};

/** Does what a key means, and keeps the browser from doing what it would. */
export function pressKey(pressed: KeyboardEvent, designing: Designing, canEdit: boolean): void {
  const isCommand = pressed.ctrlKey || pressed.metaKey;
  const key = pressed.key.toLowerCase();
  const command = `command ${pressed.shiftKey && key === "z" ? "shift " : ""}${key}`;
  const keys = canEdit ? { ...KEYS, ...EDITING_KEYS } : KEYS;
  const act = (isCommand ? keys[command] : undefined) ?? keys[key];
  if (act === undefined) return;
  pressed.preventDefault();
  act(designing);
}
