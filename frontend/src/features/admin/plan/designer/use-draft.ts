import { planAsCsv } from "@sakhi/domain/plans/plan.files";
import type { Plan } from "@sakhi/domain/plans/plan.types";
import { useCallback, useEffect, useRef, useState } from "react";
import { type DesignedPlan, useSavePlanDraftMutation } from "../../../../api/admin-api";
import { apiErrorOf, userMessage } from "../../../../api/failure";
import { strings } from "./designer.strings";

/** Saved this long after the last change, and tried again this long after a failure; ms. */
const SAVE_MS = 1_200;
const RETRY_MS = 5_000;

export type Saving =
  | { readonly kind: "same" }
  | { readonly kind: "saved"; readonly at: string }
  | { readonly kind: "unsaved" }
  | { readonly kind: "failed"; readonly message: string }
  /** Somebody else saved meanwhile: saving waits for a decision. */
  | { readonly kind: "changed" };

const savedAt = (at: string | undefined): Saving => (at === undefined ? { kind: "same" } : { kind: "saved", at });

/** Saves the drawing by itself, one request at a time; leaving the page asks first while something is not saved. */
export function useDraftSaving(slug: string, designed: DesignedPlan, plan: Plan) {
  const [send] = useSavePlanDraftMutation();
  const text = planAsCsv(plan);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const [first] = useState(() => planAsCsv(designed.draft.plan));
  const saved = useRef(first);
  const version = useRef(designed.draft.version);
  const running = useRef<Promise<number> | undefined>(undefined);
  const isHeld = useRef(false);
  /** What is shown while nothing is to be saved. */
  const whenSaved = useRef<Saving>(savedAt(designed.draft.changedAt));
  const [saving, setSaving] = useState(() => savedAt(designed.draft.changedAt));
  const [attempt, setAttempt] = useState(0);
  const isRetry = useRef(false);

  /** Saves until what is drawn is saved. @returns the draft's version @throws the failure of the call */
  const save = useCallback(async (): Promise<number> => {
    if (running.current !== undefined) await running.current.catch(() => undefined);
    const run = async (): Promise<number> => {
      // A draft that was never saved has no row to publish.
      while (saved.current !== latest.current || version.current === 0) {
        const sent = latest.current;
        const result = await send({
          slug,
          savePlanDto: { version: version.current, format: "csv", plan: sent },
        }).unwrap();
        version.current = result.version;
        saved.current = sent;
        isRetry.current = false;
        whenSaved.current = savedAt(result.changedAt);
        setSaving(whenSaved.current);
      }
      return version.current;
    };
    const started = run();
    running.current = started;
    try {
      return await started;
    } catch (error) {
      isHeld.current = apiErrorOf(error).code === "plan_changed";
      setSaving(
        isHeld.current ? { kind: "changed" } : { kind: "failed", message: userMessage(error, strings.saving.failed) },
      );
      throw error;
    } finally {
      running.current = undefined;
    }
  }, [send, slug]);

  useEffect(() => {
    if (isHeld.current) return undefined;
    if (text === saved.current) {
      // Undone before it was saved.
      setSaving(whenSaved.current);
      return undefined;
    }
    setSaving((before) => (before.kind === "failed" ? before : { kind: "unsaved" }));
    const timer = setTimeout(
      () => {
        save().catch(() => {
          if (isHeld.current) return;
          isRetry.current = true;
          setAttempt((count) => count + 1);
        });
      },
      isRetry.current ? RETRY_MS : SAVE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, save, attempt]);

  useEffect(() => {
    const isUnsaved = () => saved.current !== latest.current;
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    globalThis.addEventListener("beforeunload", ask);
    return () => {
      globalThis.removeEventListener("beforeunload", ask);
      // Another view: what was drawn last is saved behind it.
      if (isUnsaved() && !isHeld.current) void save().catch(() => undefined);
    };
  }, [save]);

  /** After a conflict, continues from the version that is stored now. */
  const goOn = useCallback((current: DesignedPlan) => {
    version.current = current.draft.version;
    saved.current = planAsCsv(current.draft.plan);
    isHeld.current = false;
    isRetry.current = false;
    whenSaved.current = savedAt(current.draft.changedAt);
    setAttempt((count) => count + 1);
  }, []);

  return { saving, save, goOn };
}
