import type { OptionSection } from "./results";
import type { SearchSession, SearchState } from "./search-session";

/** What the panel shows. */
export interface SearchView {
  readonly session: SearchSession;
  readonly state: SearchState;
  readonly sections: readonly OptionSection[];
  readonly source: "recent" | "suggestions" | "results";
  /** Three grey rows: suggestions are on their way and there are none yet. */
  readonly skeleton: boolean;
  /** The server answered and there is nothing under this chip. */
  readonly nothing: boolean;
}
