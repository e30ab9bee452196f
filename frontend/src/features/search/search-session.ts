import { isSearchable, MAX_SEARCH_LENGTH, searchQuery } from "@sakhi/domain/search/search.rules";
import type { SearchReply } from "../../api/catalogue-api";
import { isFailure } from "../../api/failure";
import type { OptionSection, SearchFilter } from "./results";
import { strings } from "./search.strings";

/** Local suggestions follow the last key after so long, the server's search after so long; in ms. */
const SUGGEST_AFTER_MS = 150;
const SEARCH_AFTER_MS = 300;

/** Where the search stands (specification 1, section 4). */
export interface SearchState {
  /** As it stands in the box. */
  readonly text: string;
  /** The text that suggestions are for: it follows `text` after a pause. */
  readonly settled: string;
  readonly phase: "idle" | "typing" | "loading" | "answered" | "failed";
  /** The newest answer, and what was asked for it; it stays while the next is on its way. */
  readonly answer: SearchReply | undefined;
  readonly answered: string;
  /** The sentence to show in the phase `failed`. */
  readonly failure: string | undefined;
  /** Whether the visitor is in the box: an empty one offers recent searches then. */
  readonly focused: boolean;
  readonly filter: SearchFilter;
  /** The place of the highlighted line; -1 for none, as after every change of the lines. */
  readonly active: number;
}

const IDLE: SearchState = {
  text: "",
  settled: "",
  phase: "idle",
  answer: undefined,
  answered: "",
  failure: undefined,
  focused: false,
  filter: "all",
  active: -1,
};

/** A question to the server that can be called back. */
export interface Asked {
  readonly answer: Promise<SearchReply>;
  readonly abort: () => void;
}

/**
 * One visitor's search: typed texts go in, states come out. Every key ends the timers and the question under way.
 * `ask` rejects with a Failure; status 0 says that no answer came.
 */
export class SearchSession {
  private state = IDLE;
  private readonly listeners = new Set<() => void>();
  private timers: ReturnType<typeof setTimeout>[] = [];
  private asked: Asked | undefined;

  constructor(private readonly ask: (query: string) => Asked) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): SearchState => this.state;

  /** Takes what stands in the box now; what is longer than the server searches for is cut off, not refused. */
  type(typed: string): void {
    this.callBack();
    const characters = [...typed];
    const text = characters.length > MAX_SEARCH_LENGTH ? characters.slice(0, MAX_SEARCH_LENGTH).join("") : typed;
    if (text.trim() === "") {
      this.put({ ...IDLE, text, focused: true, filter: this.state.filter });
      return;
    }
    const searchable = isSearchable(text);
    const answer = searchable ? {} : { answer: undefined, answered: "" };
    this.put({ text, phase: "typing", failure: undefined, focused: true, ...answer });
    this.timers.push(setTimeout(() => this.put({ settled: searchQuery(text) }), SUGGEST_AFTER_MS));
    if (searchable) this.timers.push(setTimeout(() => this.search(), SEARCH_AFTER_MS));
  }

  focus(focused: boolean): void {
    this.put({ focused, active: this.state.active });
  }

  show(filter: SearchFilter): void {
    this.put({ filter });
  }

  highlight(active: number): void {
    this.put({ active });
  }

  /** Asks the server for the text in the box, now; also to try again. */
  search(): void {
    this.callBack();
    const query = searchQuery(this.state.text);
    const asked = this.ask(query);
    this.asked = asked;
    this.put({ settled: query, phase: "loading", failure: undefined });
    asked.answer.then(
      (answer) => {
        // A question that was called back is silent.
        if (this.asked !== asked) return;
        this.asked = undefined;
        this.put({ phase: "answered", answer, answered: query });
      },
      (error: unknown) => {
        if (this.asked !== asked) return;
        this.asked = undefined;
        const failure = isFailure(error) && error.status !== 0 ? strings.notOk : strings.offline;
        this.put({ phase: "failed", failure, answer: undefined, answered: "" });
      },
    );
  }

  /** Empties and closes. */
  reset(): void {
    this.callBack();
    this.put(IDLE);
  }

  private callBack(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    const { asked } = this;
    this.asked = undefined;
    asked?.abort();
  }

  private put(change: Partial<SearchState>): void {
    this.state = { ...this.state, active: -1, ...change };
    for (const listener of this.listeners) listener();
  }
}

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
