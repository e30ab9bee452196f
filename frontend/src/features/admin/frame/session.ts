import { createContext, useContext } from "react";

/** Who is logged in. */
export interface AdminSession {
  readonly username: string;
  /** Whether they may change things (operator) or only look (viewer). */
  readonly mayChange: boolean;
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
