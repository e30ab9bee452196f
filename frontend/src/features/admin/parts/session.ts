import { type Access, hasRight, type Right } from "@sakhi/domain/access/rights";
import { createContext, useContext, useEffect } from "react";
import type { AccountStep } from "../../../api/admin-api";

/** The logged-in administrator. */
export interface AdminSession {
  readonly username: string;
  /** Role and events. */
  readonly access: Access;
  /** Whether she has the right with which the open view changes things (frame/views.ts); others are asked of {@link useRight}. */
  readonly canEdit: boolean;
  /** Required before anything else; undefined when nothing is. */
  readonly step: AccountStep | undefined;
}

const Context = createContext<AdminSession | undefined>(undefined);

/** Provides the session to the dashboard's views. */
export const SessionProvider = Context.Provider;

/** The session; for the dashboard's views only. */
export function useSession(): AdminSession {
  const session = useContext(Context);
  if (session === undefined) throw new Error("useSession is for the dashboard's views");
  return session;
}

/** Whether the logged-in administrator has a right, at all events that she sees. */
export function useRight(right: Right): boolean {
  return hasRight(useSession().access, right);
}

const Drafts = createContext<(change: 1 | -1) => void>(() => undefined);

/** Provides the counter of open forms. */
export const DraftsProvider = Drafts.Provider;

/** Registers an open form with the frame: its input must survive the end of the session. */
export function useDraft(): void {
  const count = useContext(Drafts);
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, [count]);
}
