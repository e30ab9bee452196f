import { createContext, useContext, useEffect } from "react";
import type { AccountStep } from "../../../api/admin-api";

/** Who is logged in. */
export interface AdminSession {
  readonly username: string;
  /** Whether they may change things (operator) or only look (viewer). */
  readonly mayChange: boolean;
  /** What they must do before anything else; undefined when nothing. */
  readonly step: AccountStep | undefined;
}

const Context = createContext<AdminSession | undefined>(undefined);

/** Hands the session down to the dashboard's views. */
export const SessionProvider = Context.Provider;

/** Who is logged in; for the dashboard's views only. */
export function useSession(): AdminSession {
  const session = useContext(Context);
  if (session === undefined) throw new Error("useSession is for the dashboard's views");
  return session;
}

const Drafts = createContext<(change: 1 | -1) => void>(() => undefined);

/** Hands down where open forms are counted. */
export const DraftsProvider = Drafts.Provider;

/** Notifies the frame that a form is open: what is typed into it must outlive the end of the session. */
export function useDraft(): void {
  const count = useContext(Drafts);
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, [count]);
}
