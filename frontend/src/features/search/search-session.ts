import { isSearchable, MAX_SEARCH_LENGTH, searchQuery } from "@sakhi/domain/search/search.rules";
import type { SearchReply } from "../../api/catalogue-api";
import { isFailure } from "../../api/failure";
import type { OptionSection, SearchFilter } from "./results";
import { strings } from "./search.strings";

/** Debounce of local suggestions and of the server's search, in ms. */
const SUGGEST_AFTER_MS = 150;
const SEARCH_AFTER_MS = 300;

/** State of a search (specification 1, section 4). */
export interface SearchState {
  /** Text in the input. */
  readonly text: string;
  /** Debounced text, for suggestions. */
  readonly debounced: string;
  readonly phase: "idle" | "typing" | "loading" | "done" | "failed";
  /** The last reply and its query; kept while the next search is loading. */
  readonly reply: SearchReply | undefined;
  readonly query: string;
  /** Error message in the phase `failed`. */
  readonly failure: string | undefined;
  /** True if the input has the focus: an empty one then shows recent searches. */
  readonly focused: boolean;
  readonly filter: SearchFilter;
  /** Index of the highlighted option; -1 for none. Reset whenever the options change. */
  readonly active: number;
}

export const IDLE: SearchState = {
  text: "",
  debounced: "",
  phase: "idle",
  reply: undefined,
  query: "",
  failure: undefined,
  focused: false,
  filter: "all",
  active: -1,
};

/** A search request in flight. */
interface SearchRequest {
  readonly reply: Promise<SearchReply>;
  readonly abort: () => void;
}

/**
 * State machine of a search. Each change of the text cancels the timers and the request in flight. `send` rejects with a
 * Failure; status 0 means no response.
 */
export class SearchSession {
  private state = IDLE;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private request: SearchRequest | undefined;

  /** @param onChange receives the state, {@link IDLE} at first, whenever it changes */
  constructor(
    private readonly send: (query: string) => SearchRequest,
    private readonly onChange: (state: SearchState) => void,
  ) {}

  /** Sets the text, truncated to the server's maximum length. */
  type(typed: string): void {
    this.cancel();
    const characters = [...typed];
    const text = characters.length > MAX_SEARCH_LENGTH ? characters.slice(0, MAX_SEARCH_LENGTH).join("") : typed;
    if (text.trim() === "") {
      this.update({ ...IDLE, text, focused: true, filter: this.state.filter });
      return;
    }
    const searchable = isSearchable(text);
    const reply = searchable ? {} : { reply: undefined, query: "" };
    this.update({ text, phase: "typing", failure: undefined, focused: true, ...reply });
    this.timers.push(setTimeout(() => this.update({ debounced: searchQuery(text) }), SUGGEST_AFTER_MS));
    if (searchable) this.timers.push(setTimeout(() => this.search(), SEARCH_AFTER_MS));
  }

  focus(focused: boolean): void {
    this.update({ focused, active: this.state.active });
  }

  show(filter: SearchFilter): void {
    this.update({ filter });
  }

  highlight(active: number): void {
    this.update({ active });
  }

  /** Searches for the current text immediately; also used to retry. */
  search(): void {
    this.cancel();
    const query = searchQuery(this.state.text);
    const request = this.send(query);
    this.request = request;
    this.update({ debounced: query, phase: "loading", failure: undefined });
    request.reply.then(
      (reply) => {
        // Ignores a cancelled request.
        if (this.request !== request) return;
        this.request = undefined;
        this.update({ phase: "done", reply, query });
      },
      (error: unknown) => {
        if (this.request !== request) return;
        this.request = undefined;
        const failure = isFailure(error) && error.status !== 0 ? strings.notOk : strings.offline;
        this.update({ phase: "failed", failure, reply: undefined, query: "" });
      },
    );
  }

  /** Clears the text and closes the panel. */
  reset(): void {
    this.cancel();
    this.update(IDLE);
  }

  private cancel(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.request?.abort();
    this.request = undefined;
  }

  private update(change: Partial<SearchState>): void {
    this.onChange((this.state = { ...this.state, active: -1, ...change }));
  }
}

/** What the search box and its panel show. */
export interface SearchView {
  readonly session: SearchSession;
  readonly state: SearchState;
  readonly sections: readonly OptionSection[];
  readonly source: "recent" | "suggestions" | "results";
  /** Suggestions are loading and there are none yet. */
  readonly skeleton: boolean;
  /** The server found nothing for this filter. */
  readonly empty: boolean;
}
